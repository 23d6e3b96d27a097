import type { ChannelId, ConversationId, MessageId, UserId } from "../../../protocol/ids.ts";
import type { Realm } from "../../../realm/realm.ts";
import type { Seconds } from "../../../util/time.ts";
import type { MessageIndexRow } from "../../conversations/conversations.ts";
import type { Submessage } from "../../messages/widgets/widgets.ts";
import { findHold } from "./active.ts";
import { Coverage } from "./coverage.ts";
import { channelsOfHeldPages, filesOfHeldPage, type HeldPage, heldPagesAfter } from "./page-rows.ts";
import type { HeldFileRow, HeldMessage, HeldPerson, HeldRow } from "./rows.ts";
import * as rows from "./rows.ts";

// These functions read data that users can't see. Callers must check permissions first.

/** A message, with its files, as it was before it was deleted, edited, moved to another channel, or lost a file. */
export interface HeldVersion extends Omit<HeldRow, "html"> {
  readonly files: readonly HeldFileRow[];
}

/**
 * Returns the next retained versions of a channel's page that are no longer in the page's history, or have lost a file.
 * Only searches one hold, or all if `hold` is null.
 */
export const heldPages = (
  realm: Realm,
  channel: ChannelId,
  page: { readonly hold: number | null; readonly after: number; readonly most: number },
): HeldPage[] => heldPagesAfter.all(realm.sql, { channel, ...page });

export const heldFilesOfPage = (realm: Realm, page: number) => filesOfHeldPage.all(realm.sql, { page });

const VERSIONS_PER_STEP = 100;

/** Yields the held versions of a message, oldest first. If `hold` is null, searches all holds. */
export function* heldVersions(realm: Realm, message: MessageId, hold: number | null): Generator<HeldVersion> {
  for (let after = 0; ; ) {
    const found = rows.heldOfMessage.all(realm.sql, { message, hold, after, most: VERSIONS_PER_STEP });
    const ids = JSON.stringify(found.map(({ id }) => id));
    const files = Map.groupBy(rows.filesOfHeld.all(realm.sql, { ids }), ({ held_id }) => held_id);
    for (const row of found) yield { ...row, files: files.get(row.id) ?? [] };
    if (found.length < VERSIONS_PER_STEP) return;
    after = found.at(-1)?.id ?? after;
  }
}

interface HeldUpTo {
  readonly hold: number | null;
  /** Id of the last version to include. */
  readonly last: number;
}

/** Returns the submessages, except presses, in a message's held versions of one hold, or of all if `hold` is null. */
export const heldSubmessages = (realm: Realm, message: MessageId, { hold, last }: HeldUpTo): Submessage[] =>
  rows.heldParts.all(realm.sql, { message, hold, last, presses: false, after: 0, most: -1 });

/** Returns the next presses in a message's held versions, ordered by id. */
export const heldPresses = (
  realm: Realm,
  message: MessageId,
  { hold, last, after, most }: HeldUpTo & { readonly after: number; readonly most: number },
): Submessage[] => rows.heldParts.all(realm.sql, { message, hold, last, presses: true, after, most });

/**
 * Returns the messages in a conversation, between two ids, that have a held version. Only searches one hold, or all if
 * `hold` is null.
 */
export const heldMessages = (
  realm: Realm,
  conversation: ConversationId,
  page: { readonly hold: number | null; readonly after: number; readonly last: number; readonly most: number },
): HeldMessage[] => rows.heldInConversation.all(realm.sql, { conversation, ...page });

export const heldConversations = (realm: Realm, hold: number): ConversationId[] =>
  rows.conversationsOfHold.all(realm.sql, { hold }).map(({ id }) => id);

export const channelsWithHeldPages = (realm: Realm, hold: number): ChannelId[] =>
  channelsOfHeldPages.all(realm.sql, { hold }).map(({ id }) => id);

/** Returns a user's identity from before their profile was deleted. Undefined if no hold retains it. */
export const heldProfile = (realm: Realm, user: UserId): HeldPerson | undefined =>
  rows.heldPerson.first(realm.sql, { user });

/** Returns a test of whether a hold covers a message, for use within one change. Null if the hold doesn't exist. */
export function fallsUnder(
  realm: Realm,
  id: number,
): ((place: MessageIndexRow, sentAt: Seconds | undefined) => boolean) | null {
  const hold = findHold(realm, id);
  if (hold === undefined) return null;
  const coverage = new Coverage(realm);
  return (place, sentAt) => coverage.falls(place, sentAt, hold);
}
