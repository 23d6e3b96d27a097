import { feature } from "../../../feature.ts";
import { on } from "../../../realm/realm.ts";
import { accountErasedHook } from "../../organization/accounts/hooks.ts";
import { settingChangedHook } from "../user-settings/user-settings.ts";
import {
  getRealmPresenceEndpoint,
  getUserPresenceEndpoint,
  presenceStateSlice,
  updatePresenceEndpoint,
} from "./endpoints.ts";
import { presenceChanged } from "./events.ts";
import { lastSeen, schema } from "./last-seen.ts";
import { presenceArchive, showOrHidePresence } from "./presence.ts";

/** Presence: which users are online, and when the others last were. */
export const presence = feature({
  name: "presence",
  schema,
  archive: presenceArchive,
  endpoints: [updatePresenceEndpoint, getUserPresenceEndpoint, getRealmPresenceEndpoint],
  events: [presenceChanged],
  handlers: [
    on(settingChangedHook, (realm, user, name, value) => {
      if (name === "presence_enabled") showOrHidePresence(realm, user, Boolean(value));
    }),
    on(accountErasedHook, (realm, { id }) => lastSeen(realm).forget(id)),
  ],
  state: [presenceStateSlice],
});
