import type { UserSettingName, UserSettings } from "../../../protocol/user-settings.ts";
import { hook } from "../../../realm/realm.ts";
import type { User } from "../../organization/users/users.ts";
import type { SettingChanges } from "./setting-params.ts";

/** Runs when a user has changed a setting of theirs to another value, before its event. */
export const settingChangedHook =
  hook<[user: User, name: UserSettingName, value: UserSettings[UserSettingName]]>("setting changed");

/** Runs when a user has asked for settings of theirs, after the events of those that have changed. */
export const settingsRequestedHook = hook<[user: User, wanted: SettingChanges]>("settings requested");
