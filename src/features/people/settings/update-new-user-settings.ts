import { action } from "../../../endpoints/endpoint.ts";
import { userSettingNames, userSettingTable } from "../../../protocol/user-settings.ts";
import { pick } from "../../../util/records.ts";
import { changeNewUserSettings } from "./new-user-settings.ts";
import { settingParams, settingsAmong } from "./setting-params.ts";

/** The personal settings that an organization may choose for new accounts (seed 4.6). */
const changeable = userSettingNames.filter((name) => userSettingTable[name].realmDefaultChangeable);

/** Changes the settings that new accounts start with. */
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
