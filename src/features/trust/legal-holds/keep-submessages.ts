import type { MessageId, UserId } from "../../../protocol/ids.ts";
import type { Realm } from "../../../realm/realm.ts";
import { HOUR, seconds } from "../../../util/time.ts";
import { channelIndex } from "../../channels/channels/channels.ts";
import { hourOf } from "../../conversations/archive.ts";
import { placesOfMessages } from "../../conversations/conversations.ts";
import { sentTimesOf } from "../../messages/core/store/stored-content.ts";
import type { Press } from "../../messages/presses/presses.ts";
import { activeHolds } from "./active.ts";
import { Coverage } from "./coverage.ts";
import { heldPresses, insertHeldPlace, insertHeldPresses, keptAmong } from "./rows.ts";
import { addVersions } from "./sums.ts";

/**
 * Retains a user's submessages (additions to messages' widgets) before their deletion, for each hold that covers the
 * messages.
 */
export function keepSubmessages(realm: Realm, by: UserId, messages: readonly MessageId[]): void {
  keepParts(realm, messages, (held) => insertHeldPlace.all(realm.sql, { ...held, by }));
}

/** Retains presses before they are deleted, moved with their messages, or rewritten, for each hold that covers them. */
export function keepPresses(realm: Realm, presses: readonly Press[]): void {
  const byMessage = Map.groupBy(presses, ({ message_id }) => message_id);
  keepParts(realm, [...byMessage.keys()], (held) => {
    const given = { ...held, presses: JSON.stringify(byMessage.get(held.message_id)?.map(({ id }) => id)) };
    // Some presses may already be retained, for other holds.
    return [...heldPresses.all(realm.sql, given), ...insertHeldPresses.all(realm.sql, given)];
  });
}

type HeldPlace = Omit<Parameters<typeof insertHeldPlace.all>[1], "by">;

function keepParts(
  realm: Realm,
  messages: readonly MessageId[],
  insert: (held: HeldPlace) => readonly { readonly id: number }[],
): void {
  const holds = activeHolds(realm);
  if (holds.length === 0) return;
  const times = sentTimesOf(realm, messages);
  const coverage = new Coverage(realm);
  for (const place of placesOfMessages(realm, messages)) {
    const falling = holds.filter((hold) => coverage.falls(place, times.get(place.id), hold));
    if (falling.length === 0) continue;
    const versions = insert({
      message_id: place.id,
      conversation_id: place.conversation_id,
      channel_id: channelIndex(realm).byConversation.get(place.conversation_id)?.id ?? null,
      sender_id: place.sender_id,
      // If the text is only in D1, just the hour is known.
      sent_at: times.get(place.id) ?? seconds((hourOf(realm, place.id) ?? 0) * HOUR),
      // Also used for presses that are only moved or rewritten. It can't be renamed, because it is stored.
      kind: "submessages deleted",
      held_at: realm.seconds(),
    });
    const ids = versions.map(({ id }) => id);
    for (const hold of falling) {
      const kept = new Set(
        keptAmong.all(realm.sql, { hold: hold.id, ids: JSON.stringify(ids) }).map(({ held_id }) => held_id),
      );
      addVersions(
        realm,
        hold.id,
        ids.filter((id) => !kept.has(id)),
      );
    }
  }
}
