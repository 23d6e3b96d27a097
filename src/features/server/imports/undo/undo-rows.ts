import { type Sql, statement } from "../../../../database/statement.ts";

/** The tables that an import writes, besides those of messages, which have none of people before it. */
export const KEPT_TABLES = [
  ...["organization_settings", "new_user_settings", "users", "bots", "user_settings", "user_statuses", "passwords"],
  ...[
    "api_keys",
    "profile_fields",
    "profile_values",
    "user_groups",
    "group_members",
    "group_subgroups",
    "custom_emoji",
  ],
  ...["linkifiers", "playgrounds", "domains", "channel_folders", "channels", "default_channel_groups", "subscriptions"],
  ...["subscriber_lists", "subscription_spans", "conversations", "conversation_members", "topics", "message_hours"],
  ...["message_days", "read_lows", "readings", "topic_preferences", "muted_users", "alert_words", "drafts"],
  ...["saved_snippets", "scheduled_messages", "reminders", "navigation_views", "onboarding_steps_seen", "bot_storage"],
  ...["presence_pages", "statistics_days", "statistics_progress", "passkeys", "second_factors", "recovery_codes"],
  ...["external_logins", "attachments", "attachment_holds", "webhook_bots", "bot_commands"],
] as const;

const kept = (table: string) => `kept_${table}`;

/** Keeps a copy of a table as it is. */
export function keepTable(sql: Sql, table: string): void {
  sql.exec(`DROP TABLE IF EXISTS ${kept(table)}`).toArray();
  sql.exec(`CREATE TABLE ${kept(table)} AS SELECT * FROM ${table}`).toArray();
}

/** Puts a table back to what was kept of it. Columns that are newer than the copy have their defaults. */
export function restoreTable(sql: Sql, table: string): void {
  if (!isThere(sql, kept(table))) return;
  const columns = sql
    .exec(`SELECT name FROM pragma_table_info('${kept(table)}')`)
    .toArray()
    .map(({ name }) => `"${String(name)}"`)
    .join(", ");
  sql.exec(`DELETE FROM ${table}`).toArray();
  sql.exec(`INSERT INTO ${table} (${columns}) SELECT ${columns} FROM ${kept(table)}`).toArray();
}

export function dropTable(sql: Sql, table: string): void {
  sql.exec(`DROP TABLE IF EXISTS ${kept(table)}`).toArray();
}

const isThere = (sql: Sql, table: string): boolean =>
  sql.exec("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?1", table).toArray().length > 0;

/** The newest messages of the archive that are still there. */
export const messagesBetween = statement<{ first: number; last: number; most: number }, { id: number }>(
  "SELECT id FROM message_index WHERE id BETWEEN :first AND :last ORDER BY id DESC LIMIT :most",
);
/** Uploads that were not there before. */
export const newAttachments = statement<{ most: number }, { id: number; path_id: string }>(
  `SELECT id, path_id FROM attachments WHERE id NOT IN (SELECT id FROM kept_attachments) ORDER BY id LIMIT :most`,
);
export const deleteAttachments = statement<{ ids: string }>(
  "DELETE FROM attachments WHERE id IN (SELECT value FROM json_each(:ids))",
);
