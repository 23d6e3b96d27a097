import * as v from "valibot";
import { action } from "../../../endpoints/endpoint.ts";
import { inSeconds } from "../../../util/time.ts";
import { presenceObjects, presencesSince } from "./presence.ts";

const HISTORY_DAYS = 14;

export const getRealmPresenceEndpoint = action({
  route: "GET /realm/presence",
  params: {},
  reply: { server_timestamp: v.number(), presences: v.record(v.string(), v.unknown()) },
  run({ realm, actor }) {
    const presences = presencesSince(realm, actor, { lastUpdate: -1, historyDays: HISTORY_DAYS });
    return {
      server_timestamp: inSeconds(realm.clock.milliseconds()),
      presences: presenceObjects(realm, presences, false),
    };
  },
});
