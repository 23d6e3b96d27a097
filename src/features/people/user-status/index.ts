import { feature } from "../../../feature.ts";
import { on } from "../../../realm/realm.ts";
import { profileDeletedHook, userBecameVisibleHook } from "../../organization/accounts/hooks.ts";
import { settingChangedHook } from "../user-settings/user-settings.ts";
import { getStatusEndpoint, statusStateSlice, updateOwnStatusEndpoint, updateStatusOfEndpoint } from "./endpoints.ts";
import { statusChanged } from "./events.ts";
import { changeStatus, clearStatus, emitStatusTo, schema, statusArchive } from "./user-status.ts";

/** User statuses: a text and an emoji. */
export const status = feature({
  name: "status",
  schema,
  archive: statusArchive,
  endpoints: [updateOwnStatusEndpoint, updateStatusOfEndpoint, getStatusEndpoint],
  events: [statusChanged],
  // Older clients see a user without `presence_enabled` as one whose status is `away`.
  handlers: [
    on(settingChangedHook, (realm, user, name, value) => {
      if (name === "presence_enabled") changeStatus(realm, user.id, {}, !value);
    }),
    on(userBecameVisibleHook, emitStatusTo),
    on(profileDeletedHook, (realm, { id }) => clearStatus(realm, id)),
  ],
  state: [statusStateSlice],
});
