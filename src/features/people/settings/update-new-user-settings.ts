import { action } from "../../../endpoints/endpoint.ts";
import { type UserSettingName, userSettingNames, userSettingTable } from "../../../protocol/user-settings.ts";
import { everyone } from "../../../realm/events/event.ts";
import { pick } from "../../../util/records.ts";
import { newUserSettingChanged } from "./events.ts";
import { newUserSettings } from "./new-user-settings.ts";
import { putNewUserSetting } from "./rows.ts";
import { settingParams, settingsAmong } from "./setting-params.ts";

/** Not every personal setting is for an organization to choose (seed 4.6). */
const changeable = userSettingNames.filter((name) => userSettingTable[name].realmDefaultChangeable);
const params = pick(settingParams, changeable);

/** What accounts start from that are made from now on; those that exist keep what they have. */
export const updateNewUserSettingsEndpoint = action({
  route: "PATCH /realm/user_settings_defaults",
  by: "administrator",
  params,
  reply: {},
  run({ realm, params }) {
    const current = newUserSettings(realm);
    const wanted = settingsAmong(params);
    for (const name of Object.keys(wanted) as UserSettingName[]) {
      const value = wanted[name];
      if (value === undefined || value === current[name]) continue;
      putNewUserSetting.run(realm.sql, { name, value: JSON.stringify(value) });
      realm.emit(newUserSettingChanged({ property: name, value }), everyone);
    }
    return {};
  },
});
