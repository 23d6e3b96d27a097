import type { ArchiveRow } from "../../../archive-format/tables.ts";
import { statement } from "../../../database/statement.ts";
import { type ChannelId, toUserId, type UserId } from "../../../protocol/ids.ts";
import { type ImportContext, LeftOut } from "../../../realm/archive-io/writing.ts";
import type { Realm } from "../../../realm/realm.ts";
import { inactiveUsers } from "../../organization/accounts/accounts.ts";
import { allChannels, putSubscriberList } from "./rows.ts";
import { paletteColor } from "./subscribers.ts";

/** Writes a subscription, and the ranges of messages received through it. */
export function writeSubscription(writing: ImportContext, row: ArchiveRow<"subscriptions">): string | undefined {
  const { realm } = writing;
  const user = writing.id("user", row.user_id);
  if (user === undefined) return LeftOut.unknownUser;
  const channel = writing.id("channel", row.channel_id);
  if (channel === undefined) return LeftOut.unknownChannel;
  if (!writing.writes) return undefined;
  const isHidden = inactiveUsers(realm).has(toUserId(user));
  const active = row.active && !isHidden;
  const { spans, since } = received(writing, row, active);
  insertSubscription.run(realm.sql, {
    ...{ user, channel, active, since },
    suspended: (row.suspended || row.active) && isHidden,
    color: row.color ?? paletteColor(countSubscriptions.one(realm.sql, { user }).count),
    is_muted: row.is_muted,
    pin_to_top: row.pin_to_top,
    desktop: row.desktop_notifications,
    audible: row.audible_notifications,
    push: row.push_notifications,
    email: row.email_notifications,
    wildcard: row.wildcard_mentions_notify,
  });
  if (spans.length > 0) insertSpans.run(realm.sql, { user, channel, spans: JSON.stringify(spans) });
  return undefined;
}

/** Returns the message ranges received by ended subscriptions, and the first message the active one receives. */
function received(writing: ImportContext, row: ArchiveRow<"subscriptions">, active: boolean) {
  const { first, last } = writing.messageRange;
  // If the archive lacks the newest messages, received ranges can extend past its last message.
  const next = writing.hasMessages ? last + 1 : first;
  const given = row.received ?? (row.active ? [[0, null] as const] : []);
  const spans: [number, number][] = [];
  let since = next;
  for (const [from, to] of given) {
    const begin = Math.max(first, from + writing.offset);
    if (to === null && active) since = Math.min(begin, since);
    else {
      const end = Math.min(next - 1, to === null ? next : to + writing.offset);
      if (end >= begin) spans.push([begin, end]);
    }
  }
  return { spans, since };
}

export function endSubscriptions({ realm, writes }: ImportContext): void {
  if (!writes) return;
  for (const { id: channel } of allChannels.all(realm.sql, {})) {
    const users = activeSubscribers.all(realm.sql, { channel }).map(({ user_id }) => user_id);
    putSubscriberList.run(realm.sql, { channel, users: Uint32Array.from(users).buffer });
  }
  realm.forgetAll();
}

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
/**
 * An existing active subscription stays active, and counts as having received the archive's messages, too. An ended one
 * restarts where the archive's subscription starts.
 */
const insertSubscription = statement<SubscriptionValues>(
  `INSERT INTO subscriptions (user_id, channel_id, active, suspended, since_message, color, is_muted, pin_to_top,
     desktop_notifications, audible_notifications, push_notifications, email_notifications, wildcard_mentions_notify)
   VALUES (:user, :channel, :active, :suspended, :since, :color, :is_muted, :pin_to_top, :desktop, :audible, :push,
     :email, :wildcard)
   ON CONFLICT (user_id, channel_id) DO UPDATE SET
     active = max(active, excluded.active),
     since_message = min(iif(active, since_message, excluded.since_message), excluded.since_message)`,
);
/** `spans` is a JSON list of first and last ids. */
const insertSpans = statement<{ user: number; channel: number; spans: string }>(
  `INSERT OR IGNORE INTO subscription_spans (user_id, channel_id, from_message, to_message)
   SELECT CAST(:user AS INTEGER), CAST(:channel AS INTEGER), value ->> 0, value ->> 1 FROM json_each(:spans)`,
);
const countSubscriptions = statement<{ user: number }, { count: number }>(
  "SELECT count(*) AS count FROM subscriptions WHERE user_id = :user",
);
const activeSubscribers = statement<{ channel: number }, { user_id: number }>(
  "SELECT user_id FROM subscriptions WHERE channel_id = :channel AND active = 1 ORDER BY user_id",
);

/** Message ranges of a channel that each user received, oldest first. `last` is null for current subscribers. */
export const receivedByAll = (realm: Realm, channel: ChannelId) => spansInChannel.all(realm.sql, { channel });
const spansInChannel = statement<{ channel: number }, { user_id: UserId; first: number; last: number | null }>(
  `SELECT user_id, from_message AS first, to_message AS last FROM subscription_spans WHERE channel_id = :channel
   UNION ALL SELECT user_id, since_message, NULL FROM subscriptions WHERE channel_id = :channel AND active = 1
   ORDER BY first`,
);
