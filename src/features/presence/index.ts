import { feature } from "../../realm/feature.ts";
import { presenceChanged } from "./events.ts";
import { getRealmPresenceEndpoint } from "./get-realm-presence.ts";
import { getUserPresenceEndpoint } from "./get-user-presence.ts";
import { schema } from "./rows.ts";
import { presenceStateSlice } from "./state.ts";
import { updatePresenceEndpoint } from "./update-presence.ts";

/** Who is there. */
export const presence = feature({
  name: "presence",
  schema,
  endpoints: [updatePresenceEndpoint, getUserPresenceEndpoint, getRealmPresenceEndpoint],
  events: [presenceChanged],
  state: [presenceStateSlice],
});
