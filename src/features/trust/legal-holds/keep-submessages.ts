import type { MessageId, UserId } from "../../../protocol/ids.ts";
import type { Realm } from "../../../realm/realm.ts";
import { HOUR, seconds } from "../../../util/time.ts";
import { channelIndex } from "../../channels/channels/channels.ts";
import { hourOf } from "../../conversations/archive.ts";
import { placesOfMessages } from "../../conversations/conversations.ts";
import { sentTimesOf } from "../../messages/core/store/stored-content.ts";
import { activeHolds } from "./active.ts";
import { Coverage } from "./coverage.ts";
import { insertHeldPlace } from "./rows.ts";
import { addVersions } from "./sums.ts";

/**
 * Retains a user's submessages (additions to messages' widgets) before their deletion, for each hold that covers the
 * messages.
 */
export function keepSubmessages(realm: Realm, by: UserId, messages: readonly MessageId[]): void {
  const holds = activeHolds(realm);
  if (holds.length === 0) return;
  const times = sentTimesOf(realm, messages);
  const coverage = new Coverage(realm);
  for (const place of placesOfMessages(realm, messages)) {
    const falling = holds.filter((hold) => coverage.falls(place, times.get(place.id), hold));
    if (falling.length === 0) continue;
    const { id: held_id } = insertHeldPlace.one(realm.sql, {
      message_id: place.id,
      conversation_id: place.conversation_id,
      channel_id: channelIndex(realm).byConversation.get(place.conversation_id)?.id ?? null,
      sender_id: place.sender_id,
      // For a message whose text is only in D1, the hour is known.
      sent_at: times.get(place.id) ?? seconds((hourOf(realm, place.id) ?? 0) * HOUR),
      kind: "submessages deleted",
      held_at: realm.seconds(),
      by,
    });
    for (const hold of falling) addVersions(realm, hold.id, [held_id]);
  }
}
