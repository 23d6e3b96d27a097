import { statement } from "../../../../database/statement.ts";
import type { Seconds } from "../../../../util/time.ts";

export const insertEmoji = statement<
  { name: string; file: string; animated: boolean; author: number; deactivated: boolean },
  { id: number }
>(
  `INSERT INTO custom_emoji (name, file, animated, author_id, deactivated)
   VALUES (:name, :file, :animated, :author, :deactivated) RETURNING id`,
);
export const emojiInUse = statement<{ name: string }, { id: number }>(
  "SELECT id FROM custom_emoji WHERE name = :name AND deactivated = 0",
);
export const countEmoji = statement<Record<string, never>, { count: number }>(
  "SELECT count(*) AS count FROM custom_emoji",
);
export const insertFolder = statement<
  {
    name: string;
    description: string;
    rendered: string;
    date_created: Seconds;
    creator: number | null;
    position: number;
    is_archived: boolean;
  },
  { id: number }
>(
  `INSERT INTO channel_folders (name, description, rendered_description, date_created, creator_id, position, is_archived)
   VALUES (:name, :description, :rendered, :date_created, :creator, :position, :is_archived) RETURNING id`,
);
export const countFolders = statement<Record<string, never>, { count: number }>(
  "SELECT count(*) AS count FROM channel_folders",
);
export const insertBot = statement<{
  user: number;
  sending: number | null;
  events: number | null;
  all_public: boolean;
  payload_url: string | null;
  interface: number | null;
  token: string | null;
  service_name: string | null;
  config_data: string;
}>(
  `INSERT OR IGNORE INTO bots (user_id, default_sending_channel_id, default_events_channel_id, default_all_public,
     payload_url, interface, token, service_name, config_data)
   VALUES (:user, :sending, :events, :all_public, :payload_url, :interface, :token, :service_name, :config_data)`,
);

/** Accounts of bots of which the archive says no more: without such a row nobody could manage them. */
export const insertOtherBots = statement(
  `INSERT OR IGNORE INTO bots (user_id, default_all_public, config_data)
   SELECT id, 0, '{}' FROM users
   WHERE bot_type IS NOT NULL AND id NOT IN (SELECT user_id FROM system_bots)`,
);

export const insertReaction = statement<{
  message: number;
  user: number;
  reaction_type: string;
  emoji_code: string;
  emoji_name: string;
}>(
  `INSERT OR IGNORE INTO reactions (message_id, reaction_type, emoji_code, user_id, emoji_name, seq)
   SELECT CAST(:message AS INTEGER), :reaction_type, :emoji_code, CAST(:user AS INTEGER), :emoji_name,
     coalesce((SELECT max(seq) FROM reactions WHERE message_id = :message), 0) + 1`,
);
export const insertSubmessage = statement<{ message: number; sender: number; msg_type: string; content: string }>(
  "INSERT INTO submessages (message_id, sender_id, msg_type, content) VALUES (:message, :sender, :msg_type, :content)",
);
export const raiseLow = statement<{ user: number; low: number }>(
  `INSERT INTO read_lows (user_id, low) VALUES (:user, :low) ON CONFLICT (user_id) DO UPDATE SET low = max(low, excluded.low)`,
);
/** Whoever's reading the archive does not tell in detail has read all but what it lists. */
export const raiseLowsOfOthers = statement<{ low: number }>(
  `INSERT INTO read_lows (user_id, low)
   SELECT id, CAST(:low AS INTEGER) FROM users
   WHERE id NOT IN (SELECT archive_id FROM import_ids WHERE kind = 'read state')
   ON CONFLICT (user_id) DO UPDATE SET low = max(low, excluded.low)`,
);

export const insertPreference = statement<{
  user: number;
  channel: number;
  topic_key: string;
  topic: string;
  policy: number;
  updated_at: Seconds;
}>(
  `INSERT OR IGNORE INTO topic_preferences (user_id, channel_id, topic_key, topic, policy, updated_at)
   VALUES (:user, :channel, :topic_key, :topic, :policy, :updated_at)`,
);
export const insertMute = statement<{ user: number; muted: number; muted_at: Seconds }>(
  "INSERT OR IGNORE INTO muted_users (user_id, muted_user_id, muted_at) VALUES (:user, :muted, :muted_at)",
);
export const insertWord = statement<{ user: number; key: string; word: string }>(
  "INSERT OR IGNORE INTO alert_words (user_id, key, word) VALUES (:user, :key, :word)",
);
export const insertDraft = statement<{
  user: number;
  type: string;
  recipients: string;
  topic: string;
  content: string;
  edited_at: Seconds;
}>(
  `INSERT INTO drafts (user_id, type, recipients, topic, content, edited_at)
   VALUES (:user, :type, :recipients, :topic, :content, :edited_at)`,
);
export const insertSnippet = statement<{ user: number; title: string; content: string; date_created: Seconds }>(
  "INSERT INTO saved_snippets (user_id, title, content, date_created) VALUES (:user, :title, :content, :date_created)",
);
export const insertView = statement<{ user: number; fragment: string; is_pinned: boolean; name: string | null }>(
  "INSERT OR IGNORE INTO navigation_views (user_id, fragment, is_pinned, name) VALUES (:user, :fragment, :is_pinned, :name)",
);
export const insertStep = statement<{ user: number; name: string }>(
  "INSERT OR IGNORE INTO onboarding_steps_seen (user_id, name) VALUES (:user, :name)",
);
export const insertEntry = statement<{ user: number; key: string; size: number; value: string }>(
  "INSERT OR IGNORE INTO bot_storage (user_id, key, size, value) VALUES (:user, :key, :size, :value)",
);
export const insertScheduled = statement<
  {
    user: number;
    channel: number | null;
    topic: string;
    recipients: string | null;
    content: string;
    markup: string;
    html: string;
    realm_url: string;
    client: string;
    read_by_sender: boolean;
    due_at: Seconds;
    failed: boolean;
  },
  { id: number }
>(
  `INSERT INTO scheduled_messages (user_id, channel_id, topic, recipients, content, markup, html, realm_url, client,
     read_by_sender, due_at, failed)
   VALUES (:user, :channel, :topic, :recipients, :content, :markup, :html, :realm_url, :client, :read_by_sender,
     :due_at, :failed) RETURNING id`,
);
export const insertReminder = statement<
  {
    user: number;
    message: number;
    content: string;
    markup: string;
    html: string;
    realm_url: string;
    due_at: Seconds;
    failed: boolean;
  },
  { id: number }
>(
  `INSERT INTO reminders (user_id, message_id, content, markup, html, realm_url, due_at, failed)
   VALUES (:user, :message, :content, :markup, :html, :realm_url, :due_at, :failed) RETURNING id`,
);

const owned = {
  topic_preferences: "topic_preferences",
  muted_users: "muted_users",
  alert_words: "alert_words",
  drafts: "drafts",
  saved_snippets: "saved_snippets",
  scheduled_messages: "scheduled_messages",
  reminders: "reminders",
  navigation_views: "navigation_views",
  bot_storage: "bot_storage",
} as const;
export type OwnedTable = keyof typeof owned;
const counting = Object.fromEntries(
  Object.entries(owned).map(([name, table]) => [
    name,
    statement<{ user: number }, { count: number }>(`SELECT count(*) AS count FROM ${table} WHERE user_id = :user`),
  ]),
);
/** How many rows an account has in a table. */
export const countOwned = (table: OwnedTable) => counting[table];
