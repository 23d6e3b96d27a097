import type { BulkReader } from "../../../database/bulk-reader.ts";
import { keyOf } from "../../../database/bulk-table.ts";
import { type Sql, type SqlValue, statement } from "../../../database/statement.ts";
import { currentEmojiCode } from "../../../markup/index.ts";
import { EmailVisibility } from "../../../protocol/user-settings.ts";
import { parseGroupChannels } from "../../channels/channels/public.ts";
import type { ExportFilter } from "./export-filter.ts";

export type ExportedRow = Record<string, string | number | null>;

/** A table of the export. Only the columns that are named here are exported. */
export interface ExportedTable {
  readonly table: string;
  readonly key: readonly string[];
  readonly columns: readonly string[];
  readonly includes: (row: ExportedRow, filter: ExportFilter) => boolean;
  /** Changes a row before it is written to the export. */
  readonly transform?: (row: ExportedRow, filter: ExportFilter) => ExportedRow;
  /** Joins with other tables, whose columns are in `columns` or `filterColumns`. */
  readonly joins?: string;
  /** Columns that `includes` needs and that are not exported. */
  readonly filterColumns?: readonly string[];
}

const names = (list: string): string[] => list.trim().split(/\s+/);
/** A table of private data, of which the export has the rows of users who consent. */
const personalTable = (table: string, key: string, columns: string): ExportedTable => ({
  table,
  key: names(key),
  columns: names(columns),
  includes: ({ user_id }, filter) => filter.includesPrivateDataOf(user_id),
});
/** A table of which the export has every row. */
const commonTable = (table: string, key: string, columns: string): ExportedTable => ({
  table,
  key: names(key),
  columns: names(columns),
  includes: () => true,
});
/** A row with the current code of its emoji, since rows may have a code of an older list. */
const withCurrentCode = (row: ExportedRow): ExportedRow => ({
  ...row,
  emoji_code: currentEmojiCode(String(row["emoji_code"])),
});
/** For tables of rows that belong to a message: the export has those of the messages that it includes. */
const ofMessage = {
  joins: `LEFT JOIN message_index i ON i.id = t.message_id LEFT JOIN conversations c ON c.id = i.conversation_id`,
  filterColumns: ["i.conversation_id AS message_conversation", "c.members AS conversation_members"],
  includes: (row: ExportedRow, filter: ExportFilter) =>
    filter.includesMessage(row["message_id"], row["message_conversation"], row["conversation_members"]),
};

export const exportedTables: readonly ExportedTable[] = [
  commonTable("organization_settings", "name", "name value"),
  commonTable("new_user_settings", "name", "name value"),
  {
    ...commonTable(
      "users",
      "id",
      "id email delivery_email email_visibility full_name role is_active bot_type bot_owner_id timezone date_joined",
    ),
    // The export hides an address that nobody may see, unless its owner consents.
    transform: (row, filter) =>
      row["email_visibility"] !== EmailVisibility.nobody || filter.includesPrivateDataOf(row["id"])
        ? row
        : { ...row, delivery_email: null },
  },
  commonTable("bot_commands", "name", "name bot_id description usage"),
  commonTable("bots", "user_id", "user_id default_sending_channel_id default_events_channel_id default_all_public"),
  {
    ...commonTable("user_statuses", "user_id", "user_id status_text emoji_name emoji_code reaction_type"),
    transform: withCurrentCode,
  },
  commonTable("profile_fields", "id", "id type name hint field_data in_summary required editable_by_user position"),
  commonTable("profile_values", "user_id field_id", "user_id field_id value"),
  commonTable("user_groups", "id", "id name description creator_id date_created is_system deactivated permissions"),
  commonTable("group_members", "group_id user_id", "group_id user_id"),
  commonTable("group_subgroups", "group_id subgroup_id", "group_id subgroup_id"),
  commonTable("custom_emoji", "id", "id name file animated author_id deactivated"),
  commonTable("linkifiers", "id", "id pattern url_template position"),
  commonTable("playgrounds", "id", "id name pygments_language url_template"),
  commonTable("domains", "id", "id domain allow_subdomains"),
  commonTable("channel_folders", "id", "id name description creator_id date_created position is_archived"),
  {
    ...commonTable(
      "channels",
      "id",
      `id name description date_created creator_id invite_only is_web_public is_archived
       history_public_to_subscribers message_retention_days folder_id topics_policy is_default permissions`,
    ),
    includes: ({ id }, filter) => filter.includesChannel(id),
  },
  {
    ...commonTable("subscriptions", "user_id channel_id", "user_id channel_id active since_message"),
    includes: ({ channel_id }, filter) => filter.includesChannel(channel_id),
  },
  {
    ...commonTable("default_channel_groups", "id", "id name description channels"),
    transform: ({ channels, ...row }, filter) => ({
      ...row,
      channels: JSON.stringify(parseGroupChannels(String(channels)).filter(filter.includesChannel)),
    }),
  },
  {
    ...commonTable("conversations", "id", "id members"),
    includes: ({ members }, filter) => members !== null && filter.includesMessage(0, 0, members),
  },
  {
    ...commonTable(
      "messages",
      "id",
      "id conversation_id channel_id sender_id topic content html client sent_at last_edit_at last_moved_at edit_history",
    ),
    includes: (row, filter) => filter.includesMessage(row["id"], row["conversation_id"], row["conversation_members"]),
    transform: (row, filter) => ({ ...row, edit_history: filter.visibleEdits(row["edit_history"]) }),
  },
  {
    ...commonTable(
      "reactions",
      "message_id reaction_type emoji_code user_id",
      "message_id user_id reaction_type emoji_code emoji_name",
    ),
    ...ofMessage,
    transform: withCurrentCode,
  },
  { ...commonTable("submessages", "id", "id message_id sender_id msg_type content"), ...ofMessage },
  {
    ...commonTable("attachment_claims", "attachment_id message_id", "attachment_id message_id"),
    ...ofMessage,
    joins: `LEFT JOIN attachments a ON a.id = t.attachment_id ${ofMessage.joins}`,
    columns: names("attachment_id message_id a.owner_id a.path_id a.name a.content_type a.size a.created_at"),
  },
  personalTable("user_settings", "user_id name", "user_id name value"),
  personalTable("alert_words", "user_id key", "user_id word"),
  personalTable("muted_users", "user_id muted_user_id", "user_id muted_user_id muted_at"),
  personalTable("topic_preferences", "user_id channel_id topic_key", "user_id channel_id topic policy updated_at"),
  personalTable("personal_flags", "user_id message_id", "user_id message_id flags"),
  personalTable("drafts", "id", "id user_id type recipients topic content edited_at"),
  personalTable("saved_snippets", "id", "id user_id title content date_created"),
  personalTable("scheduled_messages", "id", "id user_id channel_id topic recipients content due_at"),
  personalTable("reminders", "id", "id user_id message_id content due_at"),
  personalTable("navigation_views", "user_id fragment", "user_id fragment is_pinned name"),
  personalTable("onboarding_steps_seen", "user_id name", "user_id name"),
  personalTable("bot_storage", "user_id key", "user_id key value"),
];

/** The tables that are not exported, with the reason. Every table is either here or in `exportedTables`. */
export const omittedTables: Readonly<Record<string, string>> = {
  passwords: "secret",
  api_keys: "secret",
  sessions: "secret",
  passkeys: "secret",
  challenge_secret: "secret",
  spent_challenges: "of the moment",
  second_factors: "secret",
  second_factor_setups: "secret",
  recovery_codes: "secret",
  login_attempts: "secret",
  external_logins: "secret",
  login_tickets: "secret",
  email_changes: "secret",
  email_change_requests: "of the moment",
  invitations: "secret",
  invitation_links: "secret",
  invitation_askers: "of the moment",
  invitation_mails: "of the moment",
  file_secret: "secret",
  external_content_secret: "secret",
  link_cards: "of the moment",
  link_previews_waiting: "of the moment",
  push_tokens: "secret",
  push_devices: "secret",
  push_identity: "secret",
  web_push_devices: "secret",
  webhook_bots: "secret",
  outgoing_calls: "of the moment",
  outgoing_problems: "of the moment",
  webhook_deliveries: "of the moment",
  webhook_delivery_ids: "of the moment",
  mail_addresses: "secret",
  known_mails: "of the moment",
  web_push_identity: "secret",
  push_queue: "of the moment",
  push_shown: "of the moment",
  password_resets: "secret",
  password_reset_letters: "of the moment",
  stranger_letters: "of the moment",
  mailbox: "secret",
  mail_secret: "secret",
  letters_to_decide: "of the moment",
  missed_messages: "of the moment",
  missed_batches: "of the moment",
  letters_written: "of the moment",
  digests: "of the moment",
  login_letters: "of the moment",
  exports: "secret",
  imports: "secret",
  import_parts: "of the moment",
  import_ids: "of the moment",
  import_later: "of the moment",
  import_files: "of the moment",
  identity: "of the server",
  system_bots: "of the server",
  schema_steps: "of the server",
  outbox: "of the moment",
  timers: "of the moment",
  events: "of the moment",
  recipient_lists: "of the moment",
  event_counter: "of the moment",
  queues: "of the moment",
  unshipped: "of the moment",
  parked_marks: "of the moment",
  move: "of the moment",
  moved_marks: "of the moment",
  shipping: "of the moment",
  reserved_files: "of the moment",
  upload_space: "follows from other tables",
  attachments: "exported with attachment_claims",
  attachment_holds: "follows from other tables",
  topic_reactors: "follows from other tables",
  topics: "follows from other tables",
  message_index: "follows from other tables",
  message_days: "follows from other tables",
  message_hours: "follows from other tables",
  retention: "of the moment",
  statistics_days: "of no use elsewhere",
  statistics_people: "of no use elsewhere",
  statistics_progress: "of no use elsewhere",
  conversation_members: "follows from other tables",
  subscriber_lists: "follows from other tables",
  subscription_spans: "follows from other tables",
  wildcard_mentions: "follows from other tables",
  sent_messages: "of the moment",
  delivered_messages: "of the moment",
  presence_pages: "of the moment",
  read_lows: "of no use elsewhere",
  readings: "of no use elsewhere",
};

/** A column with the alias of its table: `t`, the exported table, unless it names another. */
const qualified = (column: string) => (/[. ]/.test(column) ? column : `t.${column}`);

/** The next rows of a table in the order of its key, before the filter, so that each page reads a bounded number. */
export function nextRows(
  sql: Sql,
  content: ExportedTable,
  after: readonly SqlValue[] | null,
  most: number,
): ExportedRow[] {
  const { table, key, columns, filterColumns = [], joins = "" } = content;
  const keys = key.map(qualified).join(", ");
  const selected = [...new Set([...key, ...columns, ...filterColumns])].map(qualified).join(", ");
  const where = after === null ? "" : `WHERE (${keys}) > (${key.map((_, index) => `:after_${index}`).join(", ")})`;
  const values = Object.fromEntries((after ?? []).map((value, index) => [`after_${index}`, value]));
  return statement<Record<string, SqlValue>, ExportedRow>(
    `SELECT ${selected} FROM ${table} t ${joins} ${where} ORDER BY ${keys} LIMIT :most`,
  ).all(sql, { ...values, most });
}

/** The next rows of `messages`, from D1, since the organization's own database has only the newest. */
export async function nextMessages(
  { realm, database }: BulkReader,
  { columns }: ExportedTable,
  range: { readonly after: number; readonly upTo: number; readonly most: number },
): Promise<ExportedRow[]> {
  const { results } = await database
    .prepare(
      `SELECT ${columns.join(", ")} FROM messages WHERE key > ?1 AND key <= ?2 ORDER BY key LIMIT CAST(?3 AS INTEGER)`,
    )
    .bind(keyOf(realm, range.after), keyOf(realm, range.upTo), range.most)
    .all<ExportedRow>();
  return results;
}
