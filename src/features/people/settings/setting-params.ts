import { json, jsonOrText, optional, type Parameter } from "../../../endpoints/parameter.ts";
import type { SettingDefinition } from "../../../protocol/setting-table.ts";
import {
  type UserSettingName,
  type UserSettings,
  userSettingNames,
  userSettingTable,
} from "../../../protocol/user-settings.ts";

type SettingParams = { readonly [Name in UserSettingName]: Parameter<UserSettings[Name] | undefined> };

/** A parameter for every personal setting; words may come quoted or bare. */
export const settingParams = Object.fromEntries(
  userSettingNames.map((name) => {
    const { schema, default: initial }: SettingDefinition = userSettingTable[name];
    return [name, optional(typeof initial === "string" ? jsonOrText(schema) : json(schema))];
  }),
) as SettingParams;

/** The settings among an endpoint's parameters. */
export function settingsAmong(params: Partial<UserSettings>): Partial<UserSettings> {
  const given = userSettingNames.filter((name) => params[name] !== undefined);
  return Object.fromEntries(given.map((name) => [name, params[name]]));
}
