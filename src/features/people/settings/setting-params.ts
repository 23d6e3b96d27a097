import { json, jsonOrText, optional, type Parameter } from "../../../endpoints/parameter.ts";
import type { SettingDefinition } from "../../../protocol/setting-table.ts";
import {
  type UserSettingName,
  type UserSettings,
  userSettingNames,
  userSettingTable,
} from "../../../protocol/user-settings.ts";
import { pick, recordOf } from "../../../util/records.ts";

/** Some settings with their new values. */
export type SettingChanges = { readonly [Name in UserSettingName]?: UserSettings[Name] | undefined };

type SettingParams = { readonly [Name in UserSettingName]: Parameter<UserSettings[Name] | undefined> };

/** A parameter for each personal setting. A text may come as JSON or bare. */
// Each parameter has the schema of its own setting, which the type of all of them together cannot say.
export const settingParams = recordOf(userSettingNames, (name) => {
  const { schema, default: initial }: SettingDefinition = userSettingTable[name];
  return optional(typeof initial === "string" ? jsonOrText(schema) : json(schema));
}) as SettingParams;

/** The settings that a request has among its parameters. */
export function settingsAmong(params: SettingChanges): SettingChanges {
  return pick(
    params,
    userSettingNames.filter((name) => params[name] !== undefined),
  );
}
