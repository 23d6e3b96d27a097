import { feature } from "../../../feature.ts";
import { on } from "../../../realm/realm.ts";
import { startingSettingsHook } from "../../organization/accounts/hooks.ts";
import { events } from "./events.ts";
import { chosenForNewUsers, updateNewUserSettingsEndpoint } from "./new-user-settings.ts";
import { state } from "./state.ts";
import { newUserSettingArchive, schema } from "./user-settings.ts";

/** Personal settings, and the initial ones of new accounts. The endpoints for users are in `user-settings-actions`. */
export const settings = feature({
  name: "settings",
  schema,
  archive: newUserSettingArchive,
  endpoints: [updateNewUserSettingsEndpoint],
  events,
  state,
  handlers: [on(startingSettingsHook, chosenForNewUsers)],
});
