import type { ConversationId, MessageId, UserId } from "../../../protocol/ids.ts";
import type { Realm } from "../../../realm/realm.ts";
import type { Seconds } from "../../../util/time.ts";
import type { MessageIndexRow } from "../../conversations/conversations.ts";
import type { Submessage } from "../../messages/widgets/widgets.ts";
import { findHold } from "./active.ts";
import { Coverage } from "./coverage.ts";
import {
  conversationsOfHold,
  filesOfHeld,
  type HeldFileRow,
  type HeldMessage,
  type HeldPerson,
  type HeldRow,
  heldInConversation,
  heldOfMessage,
  heldParts,
  heldPerson,
} from "./rows.ts";

// These read what nobody sees in the product: the caller has asked whether its actor may.

/** A message as it was before it was deleted, edited, moved to another channel, or lost a file; with its files. */
export interface HeldVersion extends Omit<HeldRow, "html"> {
  readonly files: readonly HeldFileRow[];
}

const VERSIONS_PER_STEP = 100;

/** The held versions of a message, in the order in which they were kept: those of a hold, or (null) of all holds. */
export function* heldVersions(realm: Realm, message: MessageId, hold: number | null): Generator<HeldVersion> {
  for (let after = 0; ; ) {
    const rows = heldOfMessage.all(realm.sql, { message, hold, after, most: VERSIONS_PER_STEP });
    const ids = JSON.stringify(rows.map(({ id }) => id));
    const files = Map.groupBy(filesOfHeld.all(realm.sql, { ids }), ({ held_id }) => held_id);
    for (const row of rows) yield { ...row, files: files.get(row.id) ?? [] };
    if (rows.length < VERSIONS_PER_STEP) return;
    after = rows.at(-1)?.id ?? after;
  }
}

/** The submessages of a message that its held versions have: those of a hold, or (null) of all holds; up to a version, if one is named. */
export const heldSubmessages = (
  realm: Realm,
  message: MessageId,
  { hold, last = Number.MAX_SAFE_INTEGER }: { readonly hold: number | null; readonly last?: number },
): Submessage[] => heldParts.all(realm.sql, { message, hold, last });

/** The messages that had a version in a conversation which a hold, or (null) any hold, keeps: between two ids, in their order. */
export const heldMessages = (
  realm: Realm,
  conversation: ConversationId,
  page: { readonly hold: number | null; readonly after: number; readonly last: number; readonly most: number },
): HeldMessage[] => heldInConversation.all(realm.sql, { conversation, ...page });

/** The conversations in which what a hold keeps was written. */
export const heldConversations = (realm: Realm, hold: number): ConversationId[] =>
  conversationsOfHold.all(realm.sql, { hold }).map(({ id }) => id);

/** A person as they were known before their profile was deleted. */
export const heldProfile = (realm: Realm, user: UserId): HeldPerson | undefined =>
  heldPerson.first(realm.sql, { user });

/** Whether messages that are still there fall under a hold; null where there is no such hold. Good for one change. */
export function fallsUnder(
  realm: Realm,
  id: number,
): ((place: MessageIndexRow, sentAt: Seconds | undefined) => boolean) | null {
  const hold = findHold(realm, id);
  if (hold === undefined) return null;
  const coverage = new Coverage(realm);
  return (place, sentAt) => coverage.falls(place, sentAt, hold);
}
