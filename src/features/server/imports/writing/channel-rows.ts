import { statement } from "../../../../database/statement.ts";
import type { Seconds } from "../../../../util/time.ts";

export const setArchived = statement<{ id: number }>("UPDATE channels SET is_archived = 1 WHERE id = :id");
export const countChannels = statement<Record<string, never>, { count: number }>(
  "SELECT count(*) AS count FROM channels",
);

type SubscriptionValues = {
  user: number;
  channel: number;
  active: boolean;
  suspended: boolean;
  since: number;
  color: string;
  is_muted: boolean;
  pin_to_top: boolean;
  desktop: boolean | null;
  audible: boolean | null;
  push: boolean | null;
  email: boolean | null;
  wildcard: boolean | null;
};
/** A subscription that was there before goes on, and has received the archive's messages too. */
export const insertSubscription = statement<SubscriptionValues>(
  `INSERT INTO subscriptions (user_id, channel_id, active, suspended, since_message, color, is_muted, pin_to_top,
     desktop_notifications, audible_notifications, push_notifications, email_notifications, wildcard_mentions_notify)
   VALUES (:user, :channel, :active, :suspended, :since, :color, :is_muted, :pin_to_top, :desktop, :audible, :push,
     :email, :wildcard)
   ON CONFLICT (user_id, channel_id) DO UPDATE SET
     active = max(active, excluded.active), since_message = min(since_message, excluded.since_message)`,
);
/** `spans` is a JSON list of first and last ids. */
export const insertSpans = statement<{ user: number; channel: number; spans: string }>(
  `INSERT OR IGNORE INTO subscription_spans (user_id, channel_id, from_message, to_message)
   SELECT CAST(:user AS INTEGER), CAST(:channel AS INTEGER), value ->> 0, value ->> 1 FROM json_each(:spans)`,
);
export const countSubscriptions = statement<{ user: number }, { count: number }>(
  "SELECT count(*) AS count FROM subscriptions WHERE user_id = :user",
);
export const activeSubscribers = statement<{ channel: number }, { user_id: number }>(
  "SELECT user_id FROM subscriptions WHERE channel_id = :channel AND active = 1 ORDER BY user_id",
);
export const putSubscriberList = statement<{ channel: number; users: ArrayBuffer }>(
  `INSERT INTO subscriber_lists (channel_id, users) VALUES (:channel, :users)
   ON CONFLICT (channel_id) DO UPDATE SET users = excluded.users`,
);
export const channelIds = statement<Record<string, never>, { id: number }>("SELECT id FROM channels ORDER BY id");

/** What channels say of their messages. The time of the newest is exact to the hour. */
export const noteMessages = statement(
  `UPDATE channels SET
     first_message_id = (SELECT min(i.id) FROM message_index i WHERE i.conversation_id = channels.conversation_id),
     last_message_at = max(coalesce(last_message_at, 0), coalesce((
       SELECT 3600 * h.hour FROM message_hours h
       WHERE h.first_message <= (SELECT max(i.id) FROM message_index i WHERE i.conversation_id = channels.conversation_id)
       ORDER BY h.first_message DESC LIMIT 1), 0))
   WHERE EXISTS (SELECT 1 FROM message_index i WHERE i.conversation_id = channels.conversation_id)`,
);
/** The newest message of a day, for days of which there is no count yet. */
export const insertDay = statement<{ at: Seconds }>(
  `INSERT OR IGNORE INTO message_days (at, newest_message)
   SELECT CAST(:at AS INTEGER), coalesce((SELECT min(first_message) - 1 FROM message_hours WHERE hour >= CAST(:at AS INTEGER) / 3600),
     (SELECT max(id) FROM message_index), 0)`,
);
