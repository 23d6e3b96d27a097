import { reportUnreadable, storedAnything } from "../../../database/stored.ts";
import { withDefaults } from "../../../protocol/setting-table.ts";
import { isUserSettingName, type UserSettings, userSettingTable } from "../../../protocol/user-settings.ts";
import type { Realm } from "../../../realm/realm.ts";
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

/** What the organization has chosen of it; new accounts get a copy, which stays as it is when the choice changes. */
export function chosenForNewUsers(realm: Realm): Partial<UserSettings> {
  const settings = newUserSettings(realm);
  const chosen = storedValues(realm).flatMap(([name, value]) =>
    value !== undefined && isUserSettingName(name) ? [[name, settings[name]] as const] : [],
  );
  return Object.fromEntries(chosen);
}
