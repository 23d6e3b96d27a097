import type { Actor } from "../../protocol/actor.ts";
import { badRequest } from "../../protocol/errors.ts";
import type { ConversationId } from "../../protocol/ids.ts";
import type { Realm } from "../../realm/realm.ts";
import { hasContentAccess, hasWholeHistory } from "../channels/access.ts";
import { allTheChannels, type Channel, receivedIn } from "../channels/channels.ts";
import { type MessagePlace, placeOfMessage, placesOfMessages, takesPart } from "../conversations/conversations.ts";
import { ALL_IDS, type IdSpan } from "../conversations/topics.ts";

export const invalidMessage = () => badRequest("Invalid message(s)");

/** What of a channel somebody may read: all of it, or what they received. Null is a spectator. */
export function readableSpans(realm: Realm, actor: Actor | null, channel: Channel): readonly IdSpan[] {
  if (hasWholeHistory(realm, actor, channel)) return [ALL_IDS];
  if (actor === null || !hasContentAccess(realm, actor, channel)) return [];
  return receivedIn(realm, actor.user_id, channel.id).map(
    ({ from_message, to_message }): IdSpan => [from_message, to_message ?? ALL_IDS[1]],
  );
}

/** Tells of messages whether somebody may read them; what it has found out of a conversation it does not ask again. */
export function readerOf(realm: Realm, actor: Actor | null): (place: MessagePlace) => boolean {
  const known = new Map<ConversationId, readonly IdSpan[]>();
  const { byConversation } = allTheChannels(realm);
  const spansOf = (conversation: ConversationId): readonly IdSpan[] => {
    const channel = byConversation.get(conversation);
    if (channel !== undefined) return readableSpans(realm, actor, channel);
    return actor !== null && takesPart(realm, actor.user_id, conversation) ? [ALL_IDS] : [];
  };
  return ({ id, conversation_id }) => {
    let spans = known.get(conversation_id);
    if (spans === undefined) {
      spans = spansOf(conversation_id);
      known.set(conversation_id, spans);
    }
    return spans.some(([first, last]) => first <= id && id <= last);
  };
}

/** The place of a message that somebody may read (messages.md 6). */
export function accessMessage(realm: Realm, actor: Actor | null, id: number): MessagePlace {
  const place = placeOfMessage(realm, id);
  if (place === undefined || !readerOf(realm, actor)(place)) throw invalidMessage();
  return place;
}

/** The same of many; all of them must be readable. */
export function accessMessages(realm: Realm, actor: Actor, ids: readonly number[]): MessagePlace[] {
  const wanted = new Set(ids);
  const places = placesOfMessages(realm, [...wanted]);
  if (places.length < wanted.size || !places.every(readerOf(realm, actor))) throw invalidMessage();
  return places;
}
