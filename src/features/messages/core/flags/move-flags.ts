import type { MessageId, UserId } from "../../../../protocol/ids.ts";
import type { Realm } from "../../../../realm/realm.ts";
import { entryOf } from "../../../../util/collections.ts";
import { hasContentAccess } from "../../../channels/channels/access.ts";
import { type Channel, covers, receivedIn, subscribersOf } from "../../../channels/channels/channels.ts";
import type { MessageIndexRow } from "../../../conversations/conversations.ts";
import { viewerOf } from "../../../organization/accounts/audience.ts";
import { deleteFlags, selectFlagsOfMessages, upsertFlags } from "../store/change-rows.ts";
import { PersonalFlag } from "../store/personal-flags.ts";

type MessagesByUser = ReadonlyMap<UserId, readonly MessageId[]>;

/** Users' state on messages that move to another channel, in addition to flags. */
interface Kept {
  readonly unread: MessagesByUser;
  /** Users' own messages, which they received in the old channel. */
  readonly sent: MessagesByUser;
}

/** Returns the messages that their senders received in a channel. Call it before the messages move. */
export function receivedBySenders(
  realm: Realm,
  channel: Channel,
  places: readonly MessageIndexRow[],
): ReadonlyMap<UserId, readonly MessageId[]> {
  const sent = new Map<UserId, readonly MessageId[]>();
  for (const [sender, own] of Map.groupBy(places, ({ sender_id }) => sender_id)) {
    const spans = receivedIn(realm, sender, channel.id);
    const received = own.flatMap(({ id }) => (spans.some((span) => covers(span, id)) ? [id] : []));
    if (received.length > 0) sent.set(sender, received);
  }
  return sent;
}

/**
 * Rewrites the flags of messages moved to another channel (messages.md 7, effect 4). Users who can't read the channel
 * lose the flags. Messages become `historical` for users who have flags on them or haven't read them, but didn't
 * receive them as subscribers of this channel, and for their senders, who would otherwise lose them. If the channel has
 * protected history, messages become `historical` for all its subscribers.
 */
export function moveFlags(
  realm: Realm,
  channel: Channel,
  messages: readonly MessageId[],
  { unread, sent }: Kept,
): void {
  const rows = selectFlagsOfMessages.all(realm.sql, { ids: JSON.stringify(messages) });
  const reaches = new Map<UserId, ChannelReach>();
  const reach = (user: UserId) => entryOf(reaches, user, () => reachOf(realm, user, channel));
  const before = new Map(rows.map((row) => [flagKey(row.message_id, row.user_id), row] as const));
  const after = new Map<string, readonly [MessageId, UserId, number]>();
  const write = (message: MessageId, user: UserId, flags: number) => {
    const bits = flags & ~PersonalFlag.historical;
    const owned = reach(user).receives(message) ? bits : bits | PersonalFlag.historical;
    after.set(flagKey(message, user), [message, user, owned]);
  };
  for (const { message_id, user_id, flags } of rows) {
    if (reach(user_id).reads) write(message_id, user_id, flags);
  }
  const add = (message: MessageId, user: UserId) => {
    const key = flagKey(message, user);
    if (!after.has(key) && !reach(user).receives(message)) write(message, user, before.get(key)?.flags ?? 0);
  };
  for (const [user, some] of unread) for (const message of some) add(message, user);
  for (const [user, some] of sent) if (reach(user).reads) for (const message of some) add(message, user);
  if (channel.history_public_to_subscribers === 0) {
    for (const user of subscribersOf(realm, channel.id)) for (const message of messages) add(message, user);
  }
  const kept = [...after.values()].filter(([, , flags]) => flags !== 0);
  const gone = rows.filter((row) => (after.get(flagKey(row.message_id, row.user_id))?.[2] ?? 0) === 0);
  upsertFlags.run(realm.sql, { rows: JSON.stringify(kept) });
  deleteFlags.run(realm.sql, { rows: JSON.stringify(gone.map((row) => [row.message_id, row.user_id])) });
}

interface ChannelReach {
  readonly reads: boolean;
  /** Whether the user was subscribed to the channel when the message was sent. */
  readonly receives: (message: MessageId) => boolean;
}

function reachOf(realm: Realm, user: UserId, channel: Channel): ChannelReach {
  const spans = receivedIn(realm, user, channel.id);
  return {
    reads: hasContentAccess(realm, viewerOf(realm, user), channel),
    receives: (message) => spans.some((span) => covers(span, message)),
  };
}

const flagKey = (message: MessageId, user: UserId) => `${message}:${user}`;
