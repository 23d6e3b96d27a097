import { action } from "../../../api/endpoint.ts";
import { userSettingNames, userSettingTable } from "../../../protocol/user-settings.ts";
import { pick } from "../../../util/records.ts";
import { changeNewUserSettings } from "./new-user-settings.ts";
import { settingParams, settingsAmong } from "./setting-params.ts";

/** Personal settings an organization can choose for new accounts (seed 4.6). */
const changeable = userSettingNames.filter((name) => userSettingTable[name].realmDefaultChangeable);

export const updateNewUserSettingsEndpoint = action({
  route: "PATCH /realm/user_settings_defaults",
  by: "administrator",
  params: pick(settingParams, changeable),
  reply: {},
  run({ realm, params }) {
    changeNewUserSettings(realm, settingsAmong(params));
    return {};
  },
});
