import { stateSlice } from "../../../realm/state-slice.ts";
import { inSeconds } from "../../../util/time.ts";
import { lastSeen } from "./last-seen.ts";
import { presenceObjects, presencesSince } from "./presence.ts";

export const presenceStateSlice = stateSlice({
  types: ["presence"],
  collect({ realm, actor, client, presenceHistoryDays }) {
    const none = actor === null;
    const presences = none ? [] : presencesSince(realm, actor, { lastUpdate: -1, historyDays: presenceHistoryDays });
    return {
      presences: presenceObjects(realm, presences, client.slim_presence),
      presence_last_update_id: none ? -1 : lastSeen(realm).lastUpdate || -1,
      server_timestamp: inSeconds(realm.clock.milliseconds()),
    };
  },
});
