import * as v from "valibot";
import { json, jsonOrText, optional, type Parameter } from "../../../api/parameter.ts";
import { type NoParams, statement } from "../../../database/statement.ts";
import { storedAnything } from "../../../database/stored.ts";
import type { SettingDefinition } from "../../../protocol/setting-table.ts";
import {
  isUserSettingName,
  type UserSettingName,
  type UserSettings,
  userSettingNames,
  userSettingTable,
} from "../../../protocol/user-settings.ts";
import { type FeatureArchive, part } from "../../../realm/archive-io/feature-archive.ts";
import { LeftOut } from "../../../realm/archive-io/writing.ts";
import { only } from "../../../realm/events/event.ts";
import { hook, type Realm } from "../../../realm/realm.ts";
import { pick, recordOf } from "../../../util/records.ts";
import { noteOwnSettings, settingsOf, type User, writeUserSetting } from "../../organization/accounts/accounts.ts";
import { changeEmailVisibility, changeTimeZone } from "../../organization/accounts/changes.ts";
import { displaySettingChanged, notificationSettingChanged, settingChanged } from "./events.ts";

export type SettingChanges = { readonly [Name in UserSettingName]?: UserSettings[Name] | undefined };

type SettingParams = { readonly [Name in UserSettingName]: Parameter<UserSettings[Name] | undefined> };

/** A parameter for each personal setting. Text can be sent as JSON or as plain text. */
// TypeScript can't infer that each parameter has the schema of its own setting.
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

/** Settings new accounts start with, each as JSON. A setting without a row has Zulip's default. */
export const schema = [
  "CREATE TABLE new_user_settings (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;",
];

export const allNewUserSettings = statement<NoParams, { name: string; value: string }>(
  "SELECT name, value FROM new_user_settings ORDER BY name",
);
export const putNewUserSetting = statement<{ name: string; value: string }>(
  `INSERT INTO new_user_settings (name, value) VALUES (:name, :value)
   ON CONFLICT (name) DO UPDATE SET value = excluded.value`,
);

/** Runs when a user's setting has changed to another value, before the event. */
export const settingChangedHook =
  hook<[user: User, name: UserSettingName, value: UserSettings[UserSettingName]]>("setting changed");

/** Runs after a user has requested changes of their settings, even if no value changed. */
export const settingsRequestedHook = hook<[user: User, wanted: SettingChanges]>("settings requested");

/** Changes settings of an account, and emits an event for each that changes. Returns true if any does. */
export function changeSettings(realm: Realm, user: User, wanted: SettingChanges): boolean {
  const current = settingsOf(realm, user.id);
  let isChanged = false;
  for (const name of userSettingNames) {
    const value = wanted[name];
    if (value === undefined || value === current[name]) continue;
    writeSetting(realm, user, name, value);
    realm.run(settingChangedHook, user, name, value);
    emitSettingChanged(realm, user, name, value);
    isChanged = true;
  }
  return isChanged;
}

/** Changes settings as requested by the account's user. They count as the user's choice even if no value changes. */
export function changeOwnSettings(realm: Realm, user: User, wanted: SettingChanges): void {
  changeSettings(realm, user, wanted);
  noteOwnSettings(realm, user.id, wanted);
}

function writeSetting(realm: Realm, user: User, name: UserSettingName, value: UserSettings[UserSettingName]): void {
  if (name === "timezone") changeTimeZone(realm, user, String(value));
  else if (name === "email_address_visibility") {
    changeEmailVisibility(realm, user, v.parse(userSettingTable.email_address_visibility.schema, value));
  } else writeUserSetting(realm, user.id, name, value);
}

function emitSettingChanged(
  realm: Realm,
  user: User,
  name: UserSettingName,
  value: UserSettings[UserSettingName],
): void {
  const self = only(user.id);
  const language = name === "default_language" ? { language_name: languageName(String(value)) } : {};
  realm.emit(settingChanged({ property: name, value, ...language }), self);
  const { legacyGroup } = userSettingTable[name];
  // Older clients don't support null.
  const old = { user: user.email, setting: value ?? false };
  if (legacyGroup === "display") realm.emit(displaySettingChanged({ ...old, setting_name: name, ...language }), self);
  if (legacyGroup === "notifications")
    realm.emit(notificationSettingChanged({ ...old, notification_name: name }), self);
}

/** Returns the name of a language in that language. */
function languageName(tag: string): string {
  return new Intl.DisplayNames([tag], { type: "language" }).of(tag) ?? tag;
}

const readValue = storedAnything("settings");

/** In an archive, these settings are in the organization's row. */
export const newUserSettingArchive: FeatureArchive = {
  tables: ["new_user_settings"],
  parts: [
    part({
      table: "organization",
      fields: (_, { realm }) => ({
        new_user_settings: Object.fromEntries(
          allNewUserSettings.all(realm.sql, {}).map(({ name, value }) => [name, readValue(value, name)]),
        ),
      }),
      write(writing, { new_user_settings }) {
        for (const [name, value] of Object.entries(new_user_settings)) {
          if (!isUserSettingName(name) || !v.is(userSettingTable[name].schema, value))
            writing.leftOut(LeftOut.setting, `of new accounts: ${name}`);
          else if (writing.writes) putNewUserSetting.run(writing.realm.sql, { name, value: JSON.stringify(value) });
        }
        return undefined;
      },
    }),
  ],
};
