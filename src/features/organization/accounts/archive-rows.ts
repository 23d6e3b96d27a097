import { type NoParams, statement } from "../../../database/statement.ts";
import type { UserId } from "../../../protocol/ids.ts";
import type { Role } from "../../../protocol/roles.ts";
import type { EmailVisibility } from "../../../protocol/user-settings.ts";
import type { Seconds } from "../../../util/time.ts";

/** Inserts an archived account. Its API address is set once its id is known. */
export const insertAccount = statement<
  {
    delivery_email: string;
    email_visibility: number;
    full_name: string;
    role: Role;
    is_active: boolean;
    bot_type: number | null;
    avatar_source: string;
    avatar_hash: string;
    timezone: string;
    date_joined: Seconds;
    is_imported_stub: boolean;
    is_deleted: boolean;
    is_erased: boolean;
  },
  { id: number }
>(
  `INSERT INTO users (email, delivery_email, email_visibility, full_name, role, is_active, bot_type, bot_owner_id,
     avatar_source, avatar_version, avatar_hash, timezone, date_joined, is_imported_stub, is_deleted, is_erased)
   VALUES (:delivery_email, :delivery_email, :email_visibility, :full_name, :role, :is_active, :bot_type, NULL,
     :avatar_source, 1, :avatar_hash, :timezone, :date_joined, :is_imported_stub, :is_deleted, :is_erased)
   RETURNING id`,
);
export const setApiEmail = statement<{ id: number; email: string }>("UPDATE users SET email = :email WHERE id = :id");
export const strengthenRole = statement<{ id: number; role: number }>(
  "UPDATE users SET role = :role WHERE id = :id AND role > :role",
);
/** `rows` is a JSON array of [bot, owner]. */
export const setOwners = statement<{ rows: string }>(
  "UPDATE users SET bot_owner_id = o.value ->> 1 FROM json_each(:rows) o WHERE users.id = o.value ->> 0",
);
export const accountCounts = statement<NoParams, { people: number; bots: number }>(
  `SELECT count(*) FILTER (WHERE bot_type IS NULL) AS people, count(*) FILTER (WHERE bot_type IS NOT NULL) AS bots FROM users`,
);
/** Inserts a setting, unless the account already has it. */
export const insertSetting = statement<{ user: number; name: string; value: string; is_own: boolean }>(
  "INSERT OR IGNORE INTO user_settings (user_id, name, value, is_own) VALUES (:user, :name, :value, :is_own)",
);
export const insertPassword = statement<{ user: number; hash: string }>(
  "INSERT OR IGNORE INTO passwords (user_id, hash) VALUES (:user, :hash)",
);
export const insertKey = statement<
  {
    user: number;
    hash: string;
    client: string;
    created_at: Seconds;
    told_to: number | null;
    last_used_at: Seconds | null;
  },
  { id: number }
>(
  `INSERT OR IGNORE INTO api_keys (user_id, hash, client, created_at, told_to, last_used_at)
   VALUES (:user, :hash, :client, :created_at, :told_to, :last_used_at) RETURNING id`,
);
export const deleteKeysByIds = statement<{ ids: string }>(
  "DELETE FROM api_keys WHERE id IN (SELECT value FROM json_each(:ids))",
);
/** `rows` is a JSON array of [key, recipient]. */
export const setToldTo = statement<{ rows: string }>(
  "UPDATE api_keys SET told_to = k.value ->> 1 FROM json_each(:rows) k WHERE api_keys.id = k.value ->> 0",
);
export const setNoPicture = statement<{ id: number; hash: string }>(
  "UPDATE users SET avatar_source = 'G', avatar_hash = :hash WHERE id = :id",
);
export const idsOfRole = statement<{ role: number }, { id: UserId }>("SELECT id FROM users WHERE role = :role");
export const allIds = statement<NoParams, { id: UserId }>("SELECT id FROM users");
export const botIds = statement<NoParams, { id: UserId }>("SELECT id FROM users WHERE bot_type IS NOT NULL");
export const peopleWith = statement<
  { name: string },
  { user_id: UserId; email_address_visibility: EmailVisibility; isOn: number }
>(
  `SELECT id AS user_id, email_visibility AS email_address_visibility, EXISTS (
     SELECT 1 FROM user_settings WHERE user_id = users.id AND name = :name AND value = 'true'
   ) AS isOn
   FROM users WHERE is_active = 1 AND bot_type IS NULL ORDER BY id`,
);
export const accountsWith = statement<{ name: string }, { id: UserId; is_person: number }>(
  `SELECT u.id, u.bot_type IS NULL AS is_person FROM users u JOIN user_settings s ON s.user_id = coalesce(u.bot_owner_id, u.id)
   WHERE s.name = :name AND s.value = 'true'`,
);
