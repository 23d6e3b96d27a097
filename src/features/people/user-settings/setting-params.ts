import { json, jsonOrText, optional, type Parameter } from "../../../api/parameter.ts";
import type { SettingDefinition } from "../../../protocol/setting-table.ts";
import {
  type UserSettingName,
  type UserSettings,
  userSettingNames,
  userSettingTable,
} from "../../../protocol/user-settings.ts";
import { pick, recordOf } from "../../../util/records.ts";

export type SettingChanges = { readonly [Name in UserSettingName]?: UserSettings[Name] | undefined };

type SettingParams = { readonly [Name in UserSettingName]: Parameter<UserSettings[Name] | undefined> };

/** A parameter for each personal setting. Text can be sent as JSON or bare. */
// Each parameter has its own setting's schema, which their combined type can't express.
export const settingParams = recordOf(userSettingNames, (name) => {
  const { schema, default: initial }: SettingDefinition = userSettingTable[name];
  return optional(typeof initial === "string" ? jsonOrText(schema) : json(schema));
}) as SettingParams;

export function settingsAmong(params: SettingChanges): SettingChanges {
  return pick(
    params,
    userSettingNames.filter((name) => params[name] !== undefined),
  );
}
