import * as v from "valibot";
import { action } from "../../../endpoints/endpoint.ts";
import { count } from "../../../endpoints/parameter.ts";
import { movableClock } from "../../../util/clock.ts";
import { requireTestHooks } from "./test-hooks.ts";

/** Moves the organization's clock forward. What is due then is done by the alarm, which comes at once. */
export const moveClockEndpoint = action({
  route: "POST /testing/clock",
  by: "anyone",
  always: true,
  limited: false,
  params: { advance_ms: count },
  reply: { now: v.number() },
  run({ realm, params }) {
    requireTestHooks(realm.config);
    movableClock(realm.id).advance(params.advance_ms);
    realm.timers.rearm();
    return { now: realm.clock.now() };
  },
});
