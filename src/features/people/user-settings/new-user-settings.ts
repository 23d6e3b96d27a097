import { action } from "../../../api/endpoint.ts";
import { reportUnreadable, storedAnything } from "../../../database/stored.ts";
import { withDefaults } from "../../../protocol/setting-table.ts";
import {
  isUserSettingName,
  type UserSettings,
  userSettingNames,
  userSettingTable,
} from "../../../protocol/user-settings.ts";
import { everyone } from "../../../realm/events/event.ts";
import type { Realm } from "../../../realm/realm.ts";
import { pick } from "../../../util/records.ts";
import { auditOrganization } from "../../trust/audit-log/audit.ts";
import { newUserSettingChanged } from "./events.ts";
import {
  allNewUserSettings,
  putNewUserSetting,
  type SettingChanges,
  settingParams,
  settingsAmong,
} from "./user-settings.ts";

const COLUMN = "new_user_settings.value";
const readValue = storedAnything(COLUMN);

const storedValues = (realm: Realm): [string, unknown][] =>
  allNewUserSettings.all(realm.sql, {}).map(({ name, value }) => [name, readValue(value, name)]);

/** Settings new accounts start with (seed 4.6). */
export const newUserSettings = (realm: Realm): UserSettings =>
  withDefaults(userSettingTable, Object.fromEntries(storedValues(realm)), (name, problem) =>
    reportUnreadable(COLUMN, name, problem),
  );

/**
 * Returns the settings that the organization has chosen for new accounts. Each new account gets a copy, so later
 * changes don't affect it.
 */
export function chosenForNewUsers(realm: Realm): Partial<UserSettings> {
  const settings = newUserSettings(realm);
  const chosen = storedValues(realm).flatMap(([name, value]) =>
    value !== undefined && isUserSettingName(name) ? [[name, settings[name]] as const] : [],
  );
  return Object.fromEntries(chosen);
}

/** Changes settings of future accounts, and emits an event for each change. Existing accounts keep their settings. */
function changeNewUserSettings(realm: Realm, wanted: SettingChanges): void {
  const current = newUserSettings(realm);
  for (const name of userSettingNames) {
    const value = wanted[name];
    if (value === undefined || value === current[name]) continue;
    const details = { name, of: "new accounts", before: current[name], after: value };
    auditOrganization(realm, "organization.setting_changed", details);
    putNewUserSetting.run(realm.sql, { name, value: JSON.stringify(value) });
    realm.emit(newUserSettingChanged({ property: name, value }), everyone);
  }
}

/** Personal settings an organization can choose for new accounts (seed 4.6). */
const changeable = userSettingNames.filter((name) => userSettingTable[name].realmDefaultChangeable);

export const updateNewUserSettingsEndpoint = action({
  route: "PATCH /realm/user_settings_defaults",
  by: "administrator",
  params: pick(settingParams, changeable),
  run: ({ realm, params }) => changeNewUserSettings(realm, settingsAmong(params)),
});
