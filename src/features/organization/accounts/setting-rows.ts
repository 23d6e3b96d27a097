import { type NoParams, statement } from "../../../database/statement.ts";
import type { UserId } from "../../../protocol/ids.ts";
import type { UserSettingName } from "../../../protocol/user-settings.ts";

export const settingsOfUser = statement<{ user: number }, { name: string; value: string }>(
  "SELECT name, value FROM user_settings WHERE user_id = :user",
);
export const putSetting = statement<{ user: number; name: string; value: string }>(
  `INSERT INTO user_settings (user_id, name, value) VALUES (:user, :name, :value)
   ON CONFLICT (user_id, name) DO UPDATE SET value = excluded.value`,
);

/** Records that an account's user has chosen settings. `settings` is a JSON object of JSON values. */
export const markOwnSettings = statement<{ user: number; settings: string }>(
  `INSERT INTO user_settings (user_id, name, value, is_own) SELECT :user, key, value, 1 FROM json_each(:settings)
   WHERE true ON CONFLICT (user_id, name) DO UPDATE SET is_own = 1`,
);
export const ownSettings = statement<{ user: number }, { name: UserSettingName }>(
  "SELECT name FROM user_settings WHERE user_id = :user AND is_own = 1",
);

export const invisibleIds = statement<NoParams, { user_id: UserId }>(
  "SELECT user_id FROM user_settings WHERE name = 'presence_enabled' AND value = 'false'",
);

export const usersWithout = statement<{ name: string; users: string }, { user_id: UserId }>(
  `SELECT user_id FROM user_settings
   WHERE user_id IN (SELECT value FROM json_each(:users)) AND name = :name AND value = 'false'`,
);

/** Rows of the given settings of many users. `users` and `names` are JSON arrays. */
export const settingsOfUsers = statement<
  { users: string; names: string },
  { user_id: UserId; name: string; value: string }
>(
  `SELECT user_id, name, value FROM user_settings
   WHERE user_id IN (SELECT value FROM json_each(:users)) AND name IN (SELECT value FROM json_each(:names))`,
);
export const usersWith = statement<{ name: string; value: string }, { user_id: UserId }>(
  "SELECT user_id FROM user_settings WHERE name = :name AND value = :value",
);
