import { type Actor, isAssistant, isKeptFrom, readsDirects } from "../../../../protocol/actor.ts";
import { badRequest } from "../../../../protocol/errors.ts";
import { type ConversationId, type MessageId, toMessageId, type UserId } from "../../../../protocol/ids.ts";
import type { Realm } from "../../../../realm/realm.ts";
import { entryOf } from "../../../../util/collections.ts";
import { hasContentAccess, hasWholeHistory } from "../../../channels/channels/access.ts";
import { type Channel, channelIndex, receivedIn } from "../../../channels/channels/channels.ts";
import {
  type MessageIndexRow,
  membersOfConversation,
  placeOfMessage,
  placesOfMessages,
  takesPart,
} from "../../../conversations/conversations.ts";
import { ALL_IDS, type IdSpan } from "../../../conversations/topics.ts";
import { onlyTopicOf, outsideAccessOf } from "../../../organization/accounts/outside-access.ts";
import type { Viewer } from "../../../organization/accounts/user-object.ts";
import { selectHistorical } from "./change-rows.ts";
import { flagBitsOfUser, PersonalFlag } from "./personal-flags.ts";

export const invalidMessage = () => badRequest("Invalid message(s)");

/**
 * Returns spans of the channel's message ids that a user can read: all, or those they received. A null actor is a
 * spectator.
 */
export function readableSpans(realm: Realm, actor: Viewer | null, channel: Channel): readonly IdSpan[] {
  if (hasWholeHistory(realm, actor, channel)) return [ALL_IDS];
  if (actor === null || !hasContentAccess(realm, actor, channel)) return [];
  return receivedIn(realm, actor.user_id, channel.id).map(
    ({ from_message, to_message }): IdSpan => [from_message, to_message ?? ALL_IDS[1]],
  );
}

/** Returns additional single messages that a user can read: `historical` ones in a channel with protected history. */
export function historicalSpans(realm: Realm, actor: Viewer | null, channel: Channel): readonly IdSpan[] {
  if (actor === null || channel.history_public_to_subscribers === 1) return [];
  if (!hasContentAccess(realm, actor, channel)) return [];
  const { user_id: user } = actor;
  const rows = selectHistorical.all(realm.sql, {
    user,
    conversation: channel.conversation_id,
  });
  return rows.map(({ id }): IdSpan => [id, id]);
}

/** Returns a predicate for messages a user can read. Caches its results per conversation. */
export function readerOf(realm: Realm, actor: Viewer | null): (place: MessageIndexRow) => boolean {
  const known = new Map<ConversationId, Reach>();
  const onlyTopic = onlyTopicOf(realm, actor?.user_id);
  return ({ id, conversation_id, topic_id }) => {
    if (onlyTopic !== null && topic_id !== onlyTopic) return false;
    const { spans, mayHaveHistorical } = entryOf(known, conversation_id, () => reachOf(realm, actor, conversation_id));
    if (spans.some(([first, last]) => first <= id && id <= last)) return true;
    return mayHaveHistorical && actor !== null && isHistoricalFor(realm, actor.user_id, id);
  };
}

/** The part of a conversation a user can read. An outside link can limit it to a topic (`onlyTopicOf`). */
export interface Reach {
  readonly spans: readonly IdSpan[];
  /** Whether the user may also be able to read single messages (`historicalSpans`). */
  readonly mayHaveHistorical: boolean;
}

/** Whether a user can see direct conversations. Users who joined through an outside link have none. */
export const readsAnyDirects = (realm: Realm, actor: Viewer | null): actor is Viewer =>
  actor !== null && readsDirects(actor) && outsideAccessOf(realm, actor.user_id) === undefined;

/** Returns the part of a conversation a user can read. A null actor is a spectator. */
export function reachOf(realm: Realm, actor: Viewer | null, conversation: ConversationId): Reach {
  const channel = channelIndex(realm).byConversation.get(conversation);
  if (channel === undefined) {
    const isOpen = readsAnyDirects(realm, actor) && takesPart(realm, actor.user_id, conversation);
    const isKept = isOpen && actor.grant !== undefined && isKeptFrom(actor, membersOfConversation(realm, conversation));
    return { spans: isOpen && !isKept ? [ALL_IDS] : [], mayHaveHistorical: false };
  }
  const isProtected = channel.history_public_to_subscribers === 0;
  return {
    spans: readableSpans(realm, actor, channel),
    mayHaveHistorical: isProtected && hasContentAccess(realm, actor, channel),
  };
}

const isHistoricalFor = (realm: Realm, user: UserId, id: MessageId) =>
  ((flagBitsOfUser(realm, user, [id]).get(id) ?? 0) & PersonalFlag.historical) !== 0;

/** Loads the index row of a message. Throws if the user can't read it (messages.md 6). */
export function accessMessage(realm: Realm, actor: Actor | null, id: number): MessageIndexRow {
  const place = placeOfMessage(realm, id);
  if (place === undefined || !readerOf(realm, actor)(place)) throw invalidMessage();
  return place;
}

/**
 * Loads messages whose flag a user can clear: readable ones, and unreadable ones that still have the flag. An assistant
 * can only clear the flag of readable messages.
 */
export function accessFlagged(realm: Realm, actor: Actor, ids: readonly number[], bit: number): MessageIndexRow[] {
  if (isAssistant(actor)) return accessMessages(realm, actor, ids);
  const flags = flagBitsOfUser(realm, actor.user_id, ids);
  const flagged = ids.filter((id) => ((flags.get(toMessageId(id)) ?? 0) & bit) !== 0);
  const withFlag = new Set(flagged);
  const others = accessMessages(
    realm,
    actor,
    ids.filter((id) => !withFlag.has(id)),
  );
  return [...placesOfMessages(realm, flagged), ...others];
}

/** Loads the index rows of messages. Throws unless the user can read all of them. */
export function accessMessages(realm: Realm, actor: Actor, ids: readonly number[]): MessageIndexRow[] {
  const wanted = new Set(ids);
  const places = placesOfMessages(realm, [...wanted]);
  if (places.length < wanted.size || !places.every(readerOf(realm, actor))) throw invalidMessage();
  return places;
}
