import { type MessageId, toMessageId, type UserId } from "../../../protocol/ids.ts";
import type { Realm } from "../../../realm/realm.ts";
import { type Channel, subscribersOf } from "../../channels/channels.ts";
import type { MessagePlace } from "../../conversations/conversations.ts";
import { arrivals, arrivesFrom } from "./arrivals.ts";
import { isUnread, type Reading, withRead, withUnread } from "./reading.ts";
import { readingOf, store } from "./readings.ts";

export interface Carried {
  /** What is unread still, by the users whom it is unread for. */
  readonly unread: Map<UserId, MessageId[]>;
  /** What no longer is, because its readers are not subscribed where it is now. */
  readonly read: Map<UserId, MessageId[]>;
}

/**
 * Takes the read state of messages along into another channel: what was read stays so for everybody, and what was not
 * stays unread for those alone who are subscribed there (messages.md 11). Before the messages are moved.
 */
export function carryReadings(realm: Realm, from: Channel, to: Channel, places: readonly MessagePlace[]): Carried {
  const there = subscribersOf(realm, to.id);
  const carried: Carried = { unread: new Map(), read: new Map() };
  for (const user of subscribersOf(realm, from.id)) {
    const unread = takeUnread(realm, user, from, places);
    if (unread.length > 0) (there.has(user) ? carried.unread : carried.read).set(user, unread);
  }
  for (const user of there) put(realm, user, to, places, new Set(carried.unread.get(user)));
  return carried;
}

/** What of the messages somebody has not read; of where they were nothing remains. */
function takeUnread(
  realm: Realm,
  user: UserId,
  { conversation_id }: Channel,
  places: readonly MessagePlace[],
): MessageId[] {
  const reading = readingOf(realm, user, conversation_id);
  if (hasReadAll(reading, places)) return [];
  const all = arrivals(realm, user, arrivesFrom(realm, user, conversation_id), places);
  const unread = all.filter((arrival) => isUnread(reading, arrival)).map(({ id }) => toMessageId(id));
  const gone = new Set<number>(places.map(({ id }) => id));
  const rest = (ids: readonly number[]) => ids.filter((id) => !gone.has(id));
  const left: Reading = { low: reading.low, read: rest(reading.read), unread: rest(reading.unread) };
  if (left.read.length < reading.read.length || left.unread.length < reading.unread.length) {
    store(realm, user, conversation_id, left);
  }
  return unread;
}

/** Makes exactly some of the messages unread where they come to. */
function put(
  realm: Realm,
  user: UserId,
  { conversation_id }: Channel,
  places: readonly MessagePlace[],
  unread: ReadonlySet<number>,
): void {
  const before = readingOf(realm, user, conversation_id);
  if (unread.size === 0 && hasReadAll(before, places)) return;
  const all = arrivals(realm, user, arrivesFrom(realm, user, conversation_id), places);
  const wrong = all.filter((arrival) => isUnread(before, arrival) !== unread.has(arrival.id));
  if (wrong.length === 0) return;
  const after = withRead(
    before,
    wrong.filter(({ id }) => !unread.has(id)).map(({ id }) => id),
  );
  store(
    realm,
    user,
    conversation_id,
    withUnread(
      after,
      wrong.filter(({ id }) => unread.has(id)),
    ),
  );
}

const hasReadAll = ({ low, unread }: Reading, places: readonly MessagePlace[]) =>
  unread.length === 0 && places.every(({ id }) => id <= low);
