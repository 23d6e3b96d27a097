import type { BulkReader } from "../../../database/bulk-reader.ts";
import { keyOf } from "../../../database/bulk-table.ts";
import { type Sql, type SqlValue, statement } from "../../../database/statement.ts";
import { currentEmojiCode } from "../../../markup/index.ts";
import { EmailVisibility } from "../../../protocol/user-settings.ts";
import { readGroupChannels } from "../../channels/channels/default-groups/default-groups.ts";
import type { Sight } from "./export-filter.ts";

export type ContentRow = Record<string, string | number | null>;

/** What of a table is exported: nothing is that is not named here. */
export interface Content {
  readonly table: string;
  readonly key: readonly string[];
  readonly columns: readonly string[];
  readonly keeps: (row: ContentRow, sight: Sight) => boolean;
  /** Where a row is changed on its way out. */
  readonly shaped?: (row: ContentRow, sight: Sight) => ContentRow;
  /** Tables beside it, and columns that only decide whether a row is kept. */
  readonly joins?: string;
  readonly beside?: readonly string[];
}

const named = (list: string): string[] => list.trim().split(/\s+/);
const all = () => true;
const personal = (table: string, key: string, columns: string): Content => ({
  table,
  key: named(key),
  columns: named(columns),
  keeps: ({ user_id }, sight) => sight.ofUser(user_id),
});
const common = (table: string, key: string, columns: string): Content => ({
  table,
  key: named(key),
  columns: named(columns),
  keeps: all,
});
/** An emoji is told by its current code, also where it is stored by an older one. */
const withCurrentCode = (row: ContentRow): ContentRow => ({
  ...row,
  emoji_code: currentEmojiCode(String(row.emoji_code)),
});
const place = {
  joins: `LEFT JOIN message_index i ON i.id = t.message_id LEFT JOIN conversations c ON c.id = i.conversation_id`,
  beside: ["i.conversation_id AS place", "c.members AS place_members"],
  keeps: (row: ContentRow, sight: Sight) => sight.ofMessage(row.message_id, row.place, row.place_members),
};

export const contents: readonly Content[] = [
  common("organization_settings", "name", "name value"),
  common("new_user_settings", "name", "name value"),
  {
    ...common(
      "users",
      "id",
      "id email delivery_email email_visibility full_name role is_active bot_type bot_owner_id timezone date_joined",
    ),
    // An address that nobody may see stays hidden.
    shaped: (row, sight) =>
      row.email_visibility !== EmailVisibility.nobody || sight.ofUser(row.id) ? row : { ...row, delivery_email: null },
  },
  common("bots", "user_id", "user_id default_sending_channel_id default_events_channel_id default_all_public"),
  {
    ...common("user_statuses", "user_id", "user_id status_text emoji_name emoji_code reaction_type"),
    shaped: withCurrentCode,
  },
  common("profile_fields", "id", "id type name hint field_data in_summary required editable_by_user position"),
  common("profile_values", "user_id field_id", "user_id field_id value"),
  common("user_groups", "id", "id name description creator_id date_created is_system deactivated permissions"),
  common("group_members", "group_id user_id", "group_id user_id"),
  common("group_subgroups", "group_id subgroup_id", "group_id subgroup_id"),
  common("custom_emoji", "id", "id name file animated author_id deactivated"),
  common("linkifiers", "id", "id pattern url_template position"),
  common("playgrounds", "id", "id name pygments_language url_template"),
  common("domains", "id", "id domain allow_subdomains"),
  common("channel_folders", "id", "id name description creator_id date_created position is_archived"),
  {
    ...common(
      "channels",
      "id",
      `id name description date_created creator_id invite_only is_web_public is_archived
       history_public_to_subscribers message_retention_days folder_id topics_policy is_default permissions`,
    ),
    keeps: ({ id }, sight) => sight.ofChannel(id),
  },
  {
    ...common("subscriptions", "user_id channel_id", "user_id channel_id active since_message"),
    keeps: ({ channel_id }, sight) => sight.ofChannel(channel_id),
  },
  {
    ...common("default_channel_groups", "id", "id name description channels"),
    shaped: ({ channels, ...row }, sight) => ({
      ...row,
      channels: JSON.stringify(readGroupChannels(String(channels)).filter(sight.ofChannel)),
    }),
  },
  {
    ...common("conversations", "id", "id members"),
    keeps: ({ members }, sight) => members !== null && sight.ofMessage(0, 0, members),
  },
  {
    ...common(
      "messages",
      "id",
      "id conversation_id channel_id sender_id topic content html client sent_at last_edit_at last_moved_at edit_history",
    ),
    keeps: (row, sight) => sight.ofMessage(row.id, row.conversation_id, row.place_members),
    shaped: (row, sight) => ({ ...row, edit_history: sight.ofEdits(row.edit_history) }),
  },
  {
    ...common(
      "reactions",
      "message_id reaction_type emoji_code user_id",
      "message_id user_id reaction_type emoji_code emoji_name",
    ),
    ...place,
    shaped: withCurrentCode,
  },
  { ...common("submessages", "id", "id message_id sender_id msg_type content"), ...place },
  {
    ...common("attachment_claims", "attachment_id message_id", "attachment_id message_id"),
    ...place,
    joins: `LEFT JOIN attachments a ON a.id = t.attachment_id ${place.joins}`,
    columns: named("attachment_id message_id a.owner_id a.path_id a.name a.content_type a.size a.created_at"),
  },
  personal("user_settings", "user_id name", "user_id name value"),
  personal("alert_words", "user_id key", "user_id word"),
  personal("muted_users", "user_id muted_user_id", "user_id muted_user_id muted_at"),
  personal("topic_preferences", "user_id channel_id topic_key", "user_id channel_id topic policy updated_at"),
  personal("personal_flags", "user_id message_id", "user_id message_id flags"),
  personal("drafts", "id", "id user_id type recipients topic content edited_at"),
  personal("saved_snippets", "id", "id user_id title content date_created"),
  personal("scheduled_messages", "id", "id user_id channel_id topic recipients content due_at"),
  personal("reminders", "id", "id user_id message_id content due_at"),
  personal("navigation_views", "user_id fragment", "user_id fragment is_pinned name"),
  personal("onboarding_steps_seen", "user_id name", "user_id name"),
  personal("bot_storage", "user_id key", "user_id key value"),
];

/** Why the other tables stay here. A table must be in one of the two lists. */
export const leftOut: Readonly<Record<string, string>> = {
  passwords: "secret",
  api_keys: "secret",
  sessions: "secret",
  login_attempts: "secret",
  email_changes: "secret",
  email_change_requests: "of the moment",
  invitations: "secret",
  invitation_links: "secret",
  invitation_askers: "of the moment",
  invitation_mails: "of the moment",
  file_secret: "secret",
  push_tokens: "secret",
  push_devices: "secret",
  push_identity: "secret",
  push_queue: "of the moment",
  push_shown: "of the moment",
  mailbox: "secret",
  exports: "secret",
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
  shipping: "of the moment",
  reserved_files: "of the moment",
  upload_space: "follows from other tables",
  attachments: "told with its claims",
  attachment_holds: "follows from other tables",
  topic_reactors: "follows from other tables",
  topics: "follows from other tables",
  message_index: "follows from other tables",
  message_days: "follows from other tables",
  message_hours: "follows from other tables",
  retention: "of the moment",
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

/** Columns are the table's own, unless they say whose they are. */
const qualified = (column: string) => (/[. ]/.test(column) ? column : `t.${column}`);

/** The next rows of a table, in the order of its key, whether they are kept or not: what a step reads is bounded. */
export function nextRows(sql: Sql, content: Content, after: readonly SqlValue[] | null, most: number): ContentRow[] {
  const { table, key, columns, beside = [], joins = "" } = content;
  const keys = key.map(qualified).join(", ");
  const selected = [...new Set([...key, ...columns, ...beside])].map(qualified).join(", ");
  const where = after === null ? "" : `WHERE (${keys}) > (${key.map((_, index) => `:after_${index}`).join(", ")})`;
  const values = Object.fromEntries((after ?? []).map((value, index) => [`after_${index}`, value]));
  return statement<Record<string, SqlValue>, ContentRow>(
    `SELECT ${selected} FROM ${table} t ${joins} ${where} ORDER BY ${keys} LIMIT :most`,
  ).all(sql, { ...values, most });
}

/** The same of messages, which the bulk store alone has all of. */
export async function nextMessages(
  { realm, database }: BulkReader,
  { columns }: Content,
  range: { readonly after: number; readonly upTo: number; readonly most: number },
): Promise<ContentRow[]> {
  const { results } = await database
    .prepare(
      `SELECT ${columns.join(", ")} FROM messages WHERE key > ?1 AND key <= ?2 ORDER BY key LIMIT CAST(?3 AS INTEGER)`,
    )
    .bind(keyOf(realm, range.after), keyOf(realm, range.upTo), range.most)
    .all<ContentRow>();
  return results;
}
