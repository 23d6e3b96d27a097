import { reportUnreadable, storedAnything } from "../../../database/stored.ts";
import type { UserId } from "../../../protocol/ids.ts";
import { withDefaults } from "../../../protocol/setting-table.ts";
import { isUserSettingName, type UserSettings, userSettingTable } from "../../../protocol/user-settings.ts";
import type { Realm } from "../../../realm/realm.ts";
import { writeUserSetting } from "../../organization/users/users.ts";
import { allNewUserSettings } from "./rows.ts";

const COLUMN = "new_user_settings.value";
const readValue = storedAnything(COLUMN);

const storedValues = (realm: Realm): [string, unknown][] =>
  allNewUserSettings.all(realm.sql, {}).map(({ name, value }) => [name, readValue(value, name)]);

/** What the organization gives to new accounts (seed 4.6). */
export const newUserSettings = (realm: Realm): UserSettings =>
  withDefaults(userSettingTable, Object.fromEntries(storedValues(realm)), (name, problem) =>
    reportUnreadable(COLUMN, name, problem),
  );

/** Copies the organization's choices to a new account: changing them later leaves it alone. */
export function startSettings(realm: Realm, user: UserId): void {
  for (const [name, value] of storedValues(realm)) {
    if (value !== undefined && isUserSettingName(name) && name !== "email_address_visibility")
      writeUserSetting(realm, user, name, value);
  }
}
