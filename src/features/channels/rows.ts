import { statement } from "../../database/statement.ts";
import type { ChannelId, ConversationId, MessageId, UserId } from "../../protocol/ids.ts";

export interface ChannelRow {
  readonly id: ChannelId;
  /** The protocol's recipient_id of the channel's messages. */
  readonly conversation_id: ConversationId;
  readonly name: string;
  readonly description: string;
  readonly rendered_description: string;
  readonly date_created: number;
  readonly creator_id: UserId | null;
  readonly invite_only: number;
  readonly is_web_public: number;
  readonly is_archived: number;
  readonly history_public_to_subscribers: number;
  /** Null: as the organization; -1: for ever. */
  readonly message_retention_days: number | null;
  readonly first_message_id: MessageId | null;
  readonly last_message_at: number | null;
  readonly folder_id: number | null;
  readonly topics_policy: string;
  readonly is_default: number;
  /** JSON: permission name to group-setting value. */
  readonly permissions: string;
}

/** One user's settings for one channel; kept, inactive, when the user leaves. */
export interface SubscriptionRow {
  readonly user_id: UserId;
  readonly channel_id: ChannelId;
  readonly active: number;
  readonly color: string;
  readonly is_muted: number;
  readonly pin_to_top: number;
  readonly desktop_notifications: number | null;
  readonly audible_notifications: number | null;
  readonly push_notifications: number | null;
  readonly email_notifications: number | null;
  readonly wildcard_mentions_notify: number | null;
}

/** Which messages of a channel a user has received: those from one message to another; open while subscribed. */
export interface SpanRow {
  readonly channel_id: ChannelId;
  readonly from_message: number;
  readonly to_message: number | null;
}

export const schema = [
  `CREATE TABLE channels (
     id INTEGER PRIMARY KEY AUTOINCREMENT,
     conversation_id INTEGER NOT NULL,
     name TEXT NOT NULL,
     name_key TEXT NOT NULL UNIQUE,
     description TEXT NOT NULL,
     rendered_description TEXT NOT NULL,
     date_created INTEGER NOT NULL,
     creator_id INTEGER,
     invite_only INTEGER NOT NULL,
     is_web_public INTEGER NOT NULL,
     is_archived INTEGER NOT NULL DEFAULT 0,
     history_public_to_subscribers INTEGER NOT NULL,
     message_retention_days INTEGER,
     first_message_id INTEGER,
     last_message_at INTEGER,
     folder_id INTEGER,
     topics_policy TEXT NOT NULL,
     is_default INTEGER NOT NULL DEFAULT 0,
     permissions TEXT NOT NULL
   ) STRICT;
   CREATE UNIQUE INDEX channels_by_conversation ON channels (conversation_id);
   CREATE TABLE subscriptions (
     user_id INTEGER NOT NULL,
     channel_id INTEGER NOT NULL,
     active INTEGER NOT NULL,
     color TEXT NOT NULL,
     is_muted INTEGER NOT NULL DEFAULT 0,
     pin_to_top INTEGER NOT NULL DEFAULT 0,
     desktop_notifications INTEGER,
     audible_notifications INTEGER,
     push_notifications INTEGER,
     email_notifications INTEGER,
     wildcard_mentions_notify INTEGER,
     PRIMARY KEY (user_id, channel_id)
   ) STRICT, WITHOUT ROWID;
   CREATE INDEX subscriptions_by_channel ON subscriptions (channel_id, user_id) WHERE active = 1;
   CREATE TABLE subscription_spans (
     user_id INTEGER NOT NULL,
     channel_id INTEGER NOT NULL,
     from_message INTEGER NOT NULL,
     to_message INTEGER,
     PRIMARY KEY (user_id, channel_id, from_message)
   ) STRICT, WITHOUT ROWID;`,
];

const listed = `id, conversation_id, name, description, rendered_description, date_created, creator_id, invite_only,
  is_web_public, is_archived, history_public_to_subscribers, message_retention_days, first_message_id,
  last_message_at, folder_id, topics_policy, is_default, permissions`;
export const allChannels = statement<Record<string, never>, ChannelRow>(`SELECT ${listed} FROM channels ORDER BY id`);

export const insertChannel = statement<
  {
    conversation: number;
    name: string;
    name_key: string;
    description: string;
    rendered_description: string;
    date_created: number;
    creator: number | null;
    invite_only: boolean;
    is_web_public: boolean;
    history_public_to_subscribers: boolean;
    message_retention_days: number | null;
    folder: number | null;
    topics_policy: string;
    is_default: boolean;
    permissions: string;
  },
  ChannelRow
>(
  `INSERT INTO channels (conversation_id, name, name_key, description, rendered_description, date_created, creator_id,
     invite_only, is_web_public, history_public_to_subscribers, message_retention_days, folder_id, topics_policy,
     is_default, permissions)
   VALUES (:conversation, :name, :name_key, :description, :rendered_description, :date_created, :creator,
     :invite_only, :is_web_public, :history_public_to_subscribers, :message_retention_days, :folder, :topics_policy,
     :is_default, :permissions)
   RETURNING ${listed}`,
);
export const setFirstMessage = statement<{ channel: number; message: number | null }>(
  "UPDATE channels SET first_message_id = :message WHERE id = :channel",
);
export const setLastMessageAt = statement<{ channel: number; at: number }>(
  "UPDATE channels SET last_message_at = :at WHERE id = :channel",
);

const subscription = `user_id, channel_id, active, color, is_muted, pin_to_top, desktop_notifications,
  audible_notifications, push_notifications, email_notifications, wildcard_mentions_notify`;
export const subscriptionOf = statement<{ user: number; channel: number }, SubscriptionRow>(
  `SELECT ${subscription} FROM subscriptions WHERE user_id = :user AND channel_id = :channel`,
);
export const subscriptionsOfUser = statement<{ user: number }, SubscriptionRow>(
  `SELECT ${subscription} FROM subscriptions WHERE user_id = :user ORDER BY channel_id`,
);
export const subscribersOfChannel = statement<{ channel: number }, { user_id: UserId }>(
  "SELECT user_id FROM subscriptions WHERE channel_id = :channel AND active = 1 ORDER BY user_id",
);
export const putSubscription = statement<{ user: number; channel: number; color: string }>(
  `INSERT INTO subscriptions (user_id, channel_id, active, color) VALUES (:user, :channel, 1, :color)
   ON CONFLICT (user_id, channel_id) DO UPDATE SET active = 1`,
);
export const endSubscription = statement<{ user: number; channel: number }>(
  "UPDATE subscriptions SET active = 0 WHERE user_id = :user AND channel_id = :channel",
);

export const spansOfUser = statement<{ user: number }, SpanRow>(
  `SELECT channel_id, from_message, to_message FROM subscription_spans WHERE user_id = :user
   ORDER BY channel_id, from_message`,
);
export const spansInChannel = statement<{ user: number; channel: number }, SpanRow>(
  `SELECT channel_id, from_message, to_message FROM subscription_spans
   WHERE user_id = :user AND channel_id = :channel ORDER BY from_message`,
);
export const openSpan = statement<{ user: number; channel: number; from: number }>(
  `INSERT INTO subscription_spans (user_id, channel_id, from_message) VALUES (:user, :channel, :from)
   ON CONFLICT (user_id, channel_id, from_message) DO UPDATE SET to_message = NULL`,
);
export const closeSpan = statement<{ user: number; channel: number; to: number }>(
  `UPDATE subscription_spans SET to_message = :to
   WHERE user_id = :user AND channel_id = :channel AND to_message IS NULL`,
);
