import { bulkStoreUnavailable } from "../../../protocol/errors.ts";
import type { MessageId } from "../../../protocol/ids.ts";
import type { Realm } from "../../../realm/realm.ts";
import type { MessageIndexRow } from "../../conversations/conversations.ts";
import { filesOfMessages } from "../../files/attachments/claims.ts";
import { transcriptAt } from "../../files/voice-messages/voice-messages.ts";
import { sentTimesOf } from "../../messages/core/store/stored-content.ts";
import { pressesOf } from "../../messages/presses/presses.ts";
import { activeHolds } from "./active.ts";
import { Coverage } from "./coverage.ts";
import { keepPresses } from "./keep-submessages.ts";
import { type HeldReason, insertHeld, insertHeldFile } from "./rows.ts";
import { addVersions } from "./sums.ts";

export function mayBeHeld(realm: Realm, places: readonly MessageIndexRow[]): MessageId[] {
  const holds = activeHolds(realm);
  if (holds.length === 0) return [];
  const coverage = new Coverage(realm);
  return places.filter((place) => holds.some((hold) => coverage.falls(place, undefined, hold))).map(({ id }) => id);
}

/**
 * Retains the current state of messages, with their files, for each hold that covers them. Their texts must be in the
 * realm.
 */
export function keepVersions(realm: Realm, places: readonly MessageIndexRow[], kind: HeldReason): void {
  const holds = activeHolds(realm);
  if (holds.length === 0) return;
  const ids = places.map(({ id }) => id);
  const times = sentTimesOf(realm, ids);
  const coverage = new Coverage(realm);
  const kept = new Map(
    holds.map((hold) => {
      const falling = places.filter((place) => coverage.falls(place, times.get(place.id), hold));
      // A message must not be deleted without retaining its text, which the caller must have loaded.
      if (falling.some(({ id }) => !times.has(id))) throw bulkStoreUnavailable();
      return [hold.id, new Set(falling.map(({ id }) => id))] as const;
    }),
  );
  const all = [...new Set([...kept.values()].flatMap((falling) => [...falling]))];
  if (all.length === 0) return;
  // Presses come first, because the version inserted below records the deletion and has to be the message's last.
  if (kind === "deleted" || kind === "moved") keepPresses(realm, pressesOf(realm, all));
  const versions = insertHeld.all(realm.sql, { ids: JSON.stringify(all), kind, now: realm.seconds() });
  const versionOf = new Map(versions.map(({ id, message_id }) => [message_id, id]));
  for (const { message_id, path_id, name, content_type, size, owner_id, created_at } of filesOfMessages(realm, all)) {
    const held_id = versionOf.get(message_id);
    if (held_id === undefined) continue;
    const transcript = transcriptAt(realm, path_id);
    insertHeldFile.run(realm.sql, { held_id, path_id, name, content_type, size, owner_id, created_at, transcript });
  }
  for (const [hold, falling] of kept)
    addVersions(
      realm,
      hold,
      versions.filter(({ message_id }) => falling.has(message_id)).map(({ id }) => id),
    );
}
