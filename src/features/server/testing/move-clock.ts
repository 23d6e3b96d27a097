import * as v from "valibot";
import { action } from "../../../endpoints/endpoint.ts";
import { count } from "../../../endpoints/parameter.ts";
import { movableClock } from "../../../util/clock.ts";
import { milliseconds } from "../../../util/time.ts";

/** Moves the organization's clock forward. The alarm then fires at once for timers that have become due. */
export const moveClockEndpoint = action({
  route: "POST /testing/clock",
  by: "anyone",
  evenDeactivated: true,
  limited: false,
  params: { advance_ms: count },
  reply: { now: v.number() },
  run({ realm, params }) {
    movableClock(realm.id).advance(milliseconds(params.advance_ms));
    realm.timers.rearm();
    return { now: realm.clock.milliseconds() };
  },
});
