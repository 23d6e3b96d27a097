import { type NoParams, statement } from "../../../database/statement.ts";
import { mergedInto } from "../../../database/stored.ts";
import type { ChannelId, ConversationId, MessageId, UserId } from "../../../protocol/ids.ts";
import type { Seconds } from "../../../util/time.ts";
import type { TopicsPolicy } from "./channel-fields.ts";

export interface ChannelRow {
  readonly id: ChannelId;
  /** The protocol's recipient_id of the channel's messages. */
  readonly conversation_id: ConversationId;
  readonly name: string;
  readonly description: string;
  readonly rendered_description: string;
  readonly date_created: Seconds;
  readonly creator_id: UserId | null;
  readonly invite_only: number;
  readonly is_web_public: number;
  readonly is_archived: number;
  readonly history_public_to_subscribers: number;
  /** Days that messages are kept. Null means the organization's setting, -1 means forever. */
  readonly message_retention_days: number | null;
  readonly first_message_id: MessageId | null;
  readonly last_message_at: Seconds | null;
  readonly folder_id: number | null;
  readonly topics_policy: TopicsPolicy;
  readonly is_default: number;
  readonly default_push_notifications: number;
  /** 1 if the channel is hidden from assistants. */
  readonly closed_to_assistants: number;
  /** Messages per week, as of the last daily count. */
  readonly weekly_traffic: number;
  /** JSON: permission name to group-setting value. */
  readonly permissions: string;
}

/** A user's subscription to a channel, with personal settings. It is kept, as inactive, after unsubscribing. */
export interface SubscriptionRow {
  readonly user_id: UserId;
  readonly channel_id: ChannelId;
  readonly active: number;
  /** Set if the subscription ended only because the account was deactivated. Reactivating the account restores it. */
  readonly suspended: number;
  readonly color: string;
  readonly is_muted: number;
  readonly pin_to_top: number;
  readonly desktop_notifications: number | null;
  readonly audible_notifications: number | null;
  readonly push_notifications: number | null;
  readonly email_notifications: number | null;
  readonly wildcard_mentions_notify: number | null;
}

/** A range of a channel's messages that a user received. It has no end while the user is subscribed. */
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
     weekly_traffic INTEGER NOT NULL DEFAULT 0,
     permissions TEXT NOT NULL
   ) STRICT;
   CREATE UNIQUE INDEX channels_by_conversation ON channels (conversation_id);
   CREATE TABLE subscriptions (
     user_id INTEGER NOT NULL,
     channel_id INTEGER NOT NULL,
     active INTEGER NOT NULL,
     suspended INTEGER NOT NULL DEFAULT 0,
     -- The first message it receives, while it is active.
     since_message INTEGER NOT NULL,
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
   CREATE INDEX subscriptions_pushed ON subscriptions (channel_id) WHERE push_notifications = 1;
   -- A channel's subscribers: ids of 32 bits each, ascending. Read at once for thousands of channels.
   CREATE TABLE subscriber_lists (channel_id INTEGER PRIMARY KEY, users BLOB NOT NULL) STRICT;
   -- Messages received by subscriptions that have ended.
   CREATE TABLE subscription_spans (
     user_id INTEGER NOT NULL,
     channel_id INTEGER NOT NULL,
     from_message INTEGER NOT NULL,
     to_message INTEGER NOT NULL,
     PRIMARY KEY (user_id, channel_id, from_message)
   ) STRICT, WITHOUT ROWID;
   CREATE INDEX subscription_spans_by_channel ON subscription_spans (channel_id, from_message);
   -- Newest message id at each daily count.
   CREATE TABLE message_days (at INTEGER PRIMARY KEY, newest_message INTEGER NOT NULL) STRICT;`,
];

export const laterSchema = [
  "CREATE INDEX subscriptions_mailed ON subscriptions (channel_id) WHERE email_notifications = 1;",
  "ALTER TABLE channels ADD COLUMN default_push_notifications INTEGER NOT NULL DEFAULT 0;",
  "ALTER TABLE channels ADD COLUMN closed_to_assistants INTEGER NOT NULL DEFAULT 0;",
];

const channelColumns = `id, conversation_id, name, description, rendered_description, date_created, creator_id,
  invite_only, is_web_public, is_archived, history_public_to_subscribers,
  message_retention_days, first_message_id, last_message_at, folder_id, topics_policy,
  is_default, default_push_notifications, closed_to_assistants, weekly_traffic, permissions`;
export const allChannels = statement<NoParams, ChannelRow>(`SELECT ${channelColumns} FROM channels ORDER BY id`);

export type NewChannelRow = {
  conversation_id: number;
  name: string;
  name_key: string;
  description: string;
  rendered_description: string;
  date_created: Seconds;
  creator_id: number | null;
  invite_only: boolean;
  is_web_public: boolean;
  history_public_to_subscribers: boolean;
  message_retention_days: number | null;
  folder_id: number | null;
  topics_policy: TopicsPolicy;
  is_default: boolean;
  default_push_notifications: boolean;
  closed_to_assistants: boolean;
  permissions: string;
};
export const insertChannel = statement<NewChannelRow, ChannelRow>(
  `INSERT INTO channels (conversation_id, name, name_key, description, rendered_description, date_created, creator_id,
     invite_only, is_web_public, history_public_to_subscribers, message_retention_days, folder_id, topics_policy,
     is_default, default_push_notifications, closed_to_assistants, permissions)
   VALUES (:conversation_id, :name, :name_key, :description, :rendered_description, :date_created, :creator_id,
     :invite_only, :is_web_public, :history_public_to_subscribers, :message_retention_days, :folder_id, :topics_policy,
     :is_default, :default_push_notifications, :closed_to_assistants, :permissions)
   RETURNING ${channelColumns}`,
);

export type ChangeableColumns = Omit<ChannelRow, "id" | "conversation_id" | "date_created" | "creator_id"> & {
  readonly name_key: string;
};
export const updateChannel = statement<ChangeableColumns & { id: number }, ChannelRow>(
  `UPDATE channels SET name = :name, name_key = :name_key, description = :description,
     rendered_description = :rendered_description, invite_only = :invite_only, is_web_public = :is_web_public,
     is_archived = :is_archived, history_public_to_subscribers = :history_public_to_subscribers,
     message_retention_days = :message_retention_days, first_message_id = :first_message_id,
     last_message_at = :last_message_at, folder_id = :folder_id, topics_policy = :topics_policy,
     is_default = :is_default, default_push_notifications = :default_push_notifications,
     closed_to_assistants = :closed_to_assistants, weekly_traffic = :weekly_traffic, permissions = ${mergedInto("permissions")}
   WHERE id = :id RETURNING ${channelColumns}`,
);

const subscriptionColumns = `user_id, channel_id, active, suspended, color, is_muted, pin_to_top, desktop_notifications,
  audible_notifications, push_notifications, email_notifications, wildcard_mentions_notify`;
export const subscriptionOf = statement<{ user: number; channel: number }, SubscriptionRow>(
  `SELECT ${subscriptionColumns} FROM subscriptions WHERE user_id = :user AND channel_id = :channel`,
);
export const subscriptionsOfUser = statement<{ user: number }, SubscriptionRow>(
  `SELECT ${subscriptionColumns} FROM subscriptions WHERE user_id = :user ORDER BY channel_id`,
);
export const mutedSubscriptions = statement<{ user: number }, { channel_id: ChannelId }>(
  "SELECT channel_id FROM subscriptions WHERE user_id = :user AND active = 1 AND is_muted = 1 ORDER BY channel_id",
);
export const subscriptionsAmong = statement<{ channel: number; users: string }, SubscriptionRow>(
  `SELECT ${subscriptionColumns} FROM subscriptions
   WHERE channel_id = :channel AND user_id IN (SELECT value FROM json_each(:users))`,
);
const subscribersWith = (column: "push_notifications" | "email_notifications") =>
  statement<{ channel: number }, { user_id: UserId }>(
    `SELECT user_id FROM subscriptions WHERE channel_id = :channel AND ${column} = 1`,
  );
export const notifiedSubscribers = {
  push_notifications: subscribersWith("push_notifications"),
  email_notifications: subscribersWith("email_notifications"),
};
export const allSubscriberLists = statement<NoParams, { channel_id: ChannelId; users: ArrayBuffer }>(
  "SELECT channel_id, users FROM subscriber_lists",
);
export const putSubscriberList = statement<{ channel: number; users: ArrayBuffer }>(
  `INSERT INTO subscriber_lists (channel_id, users) VALUES (:channel, :users)
   ON CONFLICT (channel_id) DO UPDATE SET users = excluded.users`,
);
/**
 * Subscribes many users to one channel. New subscribers get the next palette color after those they have, and the
 * channel's default for push notifications.
 */
export const putSubscriptions = statement<{
  users: string;
  channel: number;
  since: number;
  color: string | null;
  palette: string;
  last_color: string;
}>(
  `INSERT INTO subscriptions (user_id, channel_id, active, since_message, color, push_notifications)
   SELECT u.value, CAST(:channel AS INTEGER), 1, CAST(:since AS INTEGER), coalesce(
       :color,
       json_extract(:palette, '$[' || (SELECT count(*) FROM subscriptions s WHERE s.user_id = u.value) || ']'),
       :last_color), (SELECT nullif(default_push_notifications, 0) FROM channels WHERE id = :channel)
     FROM json_each(:users) u WHERE true
   ON CONFLICT (user_id, channel_id) DO UPDATE
     SET active = 1, suspended = 0, since_message = excluded.since_message, color = coalesce(:color, color)`,
);
export const updateSubscription = statement<Omit<SubscriptionRow, "active" | "suspended">>(
  `UPDATE subscriptions SET color = :color, is_muted = :is_muted, pin_to_top = :pin_to_top,
     desktop_notifications = :desktop_notifications, audible_notifications = :audible_notifications,
     push_notifications = :push_notifications, email_notifications = :email_notifications,
     wildcard_mentions_notify = :wildcard_mentions_notify
   WHERE user_id = :user_id AND channel_id = :channel_id`,
);
export const setSubscriptionStart = statement<{ user: number; channel: number; since: number }>(
  "UPDATE subscriptions SET since_message = :since WHERE user_id = :user AND channel_id = :channel AND active = 1",
);
export const endSubscriptions = statement<{ users: string; channel: number; suspended: boolean }>(
  `UPDATE subscriptions SET active = 0, suspended = :suspended
   WHERE channel_id = :channel AND user_id IN (SELECT value FROM json_each(:users))`,
);

const openSpans = "SELECT channel_id, since_message AS from_message, NULL AS to_message FROM subscriptions";
export const spansOfUser = statement<{ user: number }, SpanRow>(
  `SELECT channel_id, from_message, to_message FROM subscription_spans WHERE user_id = :user
   UNION ALL ${openSpans} WHERE user_id = :user AND active = 1
   ORDER BY channel_id, from_message`,
);
export const spansInChannel = statement<{ user: number; channel: number }, SpanRow>(
  `SELECT channel_id, from_message, to_message FROM subscription_spans WHERE user_id = :user AND channel_id = :channel
   UNION ALL ${openSpans} WHERE user_id = :user AND channel_id = :channel AND active = 1
   ORDER BY from_message`,
);
/** Users, among the given ones, who received a message in an active subscription. */
export const receiversNow = statement<{ users: string; channel: number; message: number }, { user_id: UserId }>(
  `SELECT user_id FROM subscriptions
   WHERE user_id IN (SELECT value FROM json_each(:users)) AND channel_id = :channel AND active = 1
     AND since_message <= :message`,
);
/** Users who received a message in an ended subscription. */
export const receiversThen = statement<{ channel: number; message: number }, { user_id: UserId }>(
  `SELECT DISTINCT user_id FROM subscription_spans
   WHERE channel_id = :channel AND :message BETWEEN from_message AND to_message`,
);
/** Users who received some of a range of messages in an ended subscription. */
export const receiversBetween = statement<{ channel: number; first: number; last: number }, { user_id: UserId }>(
  `SELECT DISTINCT user_id FROM subscription_spans
   WHERE channel_id = :channel AND from_message <= :last AND to_message >= :first`,
);
/**
 * Stores the ranges received by subscriptions that are about to end, except for empty ones. Ranges from archives can
 * overlap.
 */
export const keepSpans = statement<{ users: string; channel: number; to: number }>(
  `INSERT INTO subscription_spans (user_id, channel_id, from_message, to_message)
   SELECT user_id, channel_id, since_message, CAST(:to AS INTEGER) FROM subscriptions
   WHERE channel_id = :channel AND user_id IN (SELECT value FROM json_each(:users)) AND since_message <= :to
   ON CONFLICT (user_id, channel_id, from_message) DO UPDATE SET to_message = excluded.to_message`,
);

export const latestDay = statement<NoParams, { at: Seconds | null }>("SELECT max(at) AS at FROM message_days");
export const insertDay = statement<{ at: Seconds; newest: number }>(
  "INSERT OR REPLACE INTO message_days (at, newest_message) VALUES (:at, :newest)",
);
/** Newest message at a time, according to the daily counts; 0 for a time before the first count. */
export const newestBefore = statement<{ at: Seconds }, { newest: number }>(
  "SELECT coalesce(max(newest_message), 0) AS newest FROM message_days WHERE at <= :at",
);
export const deleteDaysBefore = statement<{ at: Seconds }>(
  "DELETE FROM message_days WHERE at < (SELECT max(at) FROM message_days WHERE at <= :at)",
);
