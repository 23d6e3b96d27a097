import { statement } from "../../../database/statement.ts";

/** The settings that new accounts start with, each as JSON. A setting without a row has Zulip's default. */
export const schema = [
  "CREATE TABLE new_user_settings (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;",
];

export const allNewUserSettings = statement<Record<string, never>, { name: string; value: string }>(
  "SELECT name, value FROM new_user_settings ORDER BY name",
);
export const putNewUserSetting = statement<{ name: string; value: string }>(
  `INSERT INTO new_user_settings (name, value) VALUES (:name, :value)
   ON CONFLICT (name) DO UPDATE SET value = excluded.value`,
);
