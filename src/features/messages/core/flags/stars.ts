import type { MessageId, UserId } from "../../../../protocol/ids.ts";
import { only } from "../../../../realm/events/event.ts";
import type { Realm } from "../../../../realm/realm.ts";
import { entryOf } from "../../../../util/collections.ts";
import { flagsRemoved } from "../events.ts";
import { selectFlagsOfMessages } from "../store/change-rows.ts";
import type { Watchers } from "../store/message-watchers.ts";
import { PersonalFlag } from "../store/personal-flags.ts";

/**
 * Runs `work`, which may remove stars, and emits the lost stars to users who don't watch the message. Users keep stars
 * of messages they can no longer read, and receive all stars when registering a queue.
 */
export function emitLostStars(
  realm: Realm,
  messages: readonly MessageId[],
  watchers: Watchers,
  work: () => void,
): void {
  const before = starsOf(realm, messages);
  work();
  const after = starsOf(realm, messages);
  for (const [user, ids] of before) {
    const seen = new Set(watchers.get(user));
    const kept = new Set(after.get(user));
    const gone = ids.filter((id) => !seen.has(id) && !kept.has(id));
    if (gone.length > 0) realm.emit(flagsRemoved({ flag: "starred", messages: gone, all: false }), only(user));
  }
}

function starsOf(realm: Realm, messages: readonly MessageId[]): ReadonlyMap<UserId, readonly MessageId[]> {
  const stars = new Map<UserId, MessageId[]>();
  for (const { message_id, user_id, flags } of selectFlagsOfMessages.all(realm.sql, {
    ids: JSON.stringify(messages),
  })) {
    if ((flags & PersonalFlag.starred) !== 0) entryOf(stars, user_id, (): MessageId[] => []).push(message_id);
  }
  return stars;
}
