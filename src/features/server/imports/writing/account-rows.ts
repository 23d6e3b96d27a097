import { statement } from "../../../../database/statement.ts";
import type { Role } from "../../../../protocol/roles.ts";
import type { Seconds } from "../../../../util/time.ts";

/** An account as the archive has it. Its API address follows once its id is known. */
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
  },
  { id: number }
>(
  `INSERT INTO users (email, delivery_email, email_visibility, full_name, role, is_active, bot_type, bot_owner_id,
     avatar_source, avatar_version, avatar_hash, timezone, date_joined)
   VALUES (:delivery_email, :delivery_email, :email_visibility, :full_name, :role, :is_active, :bot_type, NULL,
     :avatar_source, 1, :avatar_hash, :timezone, :date_joined) RETURNING id`,
);
export const setApiEmail = statement<{ id: number; email: string }>("UPDATE users SET email = :email WHERE id = :id");
export const strengthenRole = statement<{ id: number; role: number }>(
  "UPDATE users SET role = :role WHERE id = :id AND role > :role",
);
export const setOwners = statement(
  `UPDATE users SET bot_owner_id = (
     SELECT u.id FROM import_ids o JOIN import_ids u ON u.kind = 'user' AND u.archive_id = o.id
     WHERE o.kind = 'bot owner' AND o.archive_id = users.id)
   WHERE id IN (SELECT archive_id FROM import_ids WHERE kind = 'bot owner')`,
);
export const accountCounts = statement<Record<string, never>, { people: number; bots: number }>(
  `SELECT count(*) FILTER (WHERE bot_type IS NULL) AS people, count(*) FILTER (WHERE bot_type IS NOT NULL) AS bots FROM users`,
);
/** Makes all accounts of a role members of its group. */
export const addToRoleGroup = statement<{ group: number; role: number }>(
  `INSERT OR IGNORE INTO group_members (group_id, user_id)
   SELECT CAST(:group AS INTEGER), id FROM users
   WHERE role = :role AND id NOT IN (SELECT user_id FROM system_bots)`,
);
/** Ends memberships in role groups that a stronger role has taken the place of. */
export const removeFromRoleGroup = statement<{ group: number; role: number }>(
  `DELETE FROM group_members WHERE group_id = :group
   AND user_id IN (SELECT id FROM users WHERE role <> :role)`,
);
/** What an account has chosen itself stays. */
export const insertSetting = statement<{ user: number; name: string; value: string }>(
  "INSERT OR IGNORE INTO user_settings (user_id, name, value) VALUES (:user, :name, :value)",
);
export const insertStatus = statement<{
  user: number;
  status_text: string;
  emoji_name: string;
  emoji_code: string;
  reaction_type: string;
}>(
  `INSERT OR IGNORE INTO user_statuses (user_id, status_text, emoji_name, emoji_code, reaction_type)
   VALUES (:user, :status_text, :emoji_name, :emoji_code, :reaction_type)`,
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
/** A key that was told to somebody who has not come along is nobody's. */
export const deleteKeysOfMissing = statement(
  `DELETE FROM api_keys WHERE id IN (
     SELECT k.archive_id FROM import_ids k LEFT JOIN import_ids u ON u.kind = 'user' AND u.archive_id = k.id
     WHERE k.kind = 'key told to' AND u.id IS NULL)`,
);
export const setToldTo = statement(
  `UPDATE api_keys SET told_to = (
     SELECT u.id FROM import_ids k JOIN import_ids u ON u.kind = 'user' AND u.archive_id = k.id
     WHERE k.kind = 'key told to' AND k.archive_id = api_keys.id)
   WHERE id IN (SELECT archive_id FROM import_ids WHERE kind = 'key told to')`,
);
