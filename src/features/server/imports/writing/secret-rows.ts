import { statement } from "../../../../database/statement.ts";
import type { Seconds } from "../../../../util/time.ts";

/** Whether an account was there before the import: it keeps its own ways in, and gets no others. */
export const wasThere = statement<{ id: number }, { one: number }>("SELECT 1 AS one FROM kept_users WHERE id = :id");
export const insertPasskey = statement<{
  user: number;
  credential: string;
  public_key: string;
  counter: number;
  name: string;
  created_at: Seconds;
  last_used_at: Seconds | null;
  handle: string | null;
}>(
  `INSERT OR IGNORE INTO passkeys (user_id, credential, public_key, counter, name, created_at, last_used_at, handle)
   VALUES (:user, :credential, :public_key, :counter, :name, :created_at, :last_used_at, :handle)`,
);
export const insertFactor = statement<{ user: number; secret: string; since: Seconds }>(
  "INSERT OR IGNORE INTO second_factors (user_id, secret, last_step, since) VALUES (:user, :secret, 0, :since)",
);
export const insertCode = statement<{ user: number; hash: string }>(
  "INSERT OR IGNORE INTO recovery_codes (user_id, hash) VALUES (:user, :hash)",
);
export const insertExternal = statement<{
  user: number;
  issuer: string;
  subject: string;
  linked_at: Seconds;
  used_at: Seconds;
}>(
  `INSERT OR IGNORE INTO external_logins (user_id, issuer, subject, linked_at, used_at)
   VALUES (:user, :issuer, :subject, :linked_at, :used_at)`,
);

const ofImported = `reaction_type = 'realm_emoji' AND user_id NOT IN (SELECT id FROM kept_users)
     AND user_id IN (SELECT id FROM import_ids WHERE kind = 'user')`;
const emojiNow = "(SELECT id FROM import_ids WHERE kind = 'emoji' AND archive_id = CAST(emoji_code AS INTEGER))";
/** Custom emoji in statuses have the archive's ids until all emoji are there. Those that have not come are taken out. */
export const mapStatuses = [
  statement(
    `UPDATE user_statuses SET emoji_name = '', emoji_code = '', reaction_type = ''
     WHERE ${ofImported} AND ${emojiNow} IS NULL`,
  ),
  statement(`UPDATE user_statuses SET emoji_code = ${emojiNow} WHERE ${ofImported}`),
];
