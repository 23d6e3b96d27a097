import type { ConversationId, MessageId, TopicId, UserId } from "../../protocol/ids.ts";
import type { Realm } from "../../realm/realm.ts";
import {
  countDirects,
  countOldest,
  deletePlaces,
  directPlaces,
  newestPlaces,
  oldestInConversation,
  oldestPlaces,
  placesBeforeIn,
  placesOfConversation,
  placesWithin,
  selectTopicExtent,
  sentPlaces,
  setPlaces,
} from "./change-rows.ts";
import type { MessageIndexRow } from "./rows.ts";
import { ALL_IDS, forgetPopulatedTopics, type IdSpan } from "./topics.ts";

/** The newest messages of a topic between two ids, at most `most`; oldest first. */
export const newestPlacesIn = (realm: Realm, topic: TopicId, [first, last]: IdSpan, most: number): MessageIndexRow[] =>
  newestPlaces.all(realm.sql, { topic, first, last, most }).reverse();

/** The messages between two ids, of all conversations, at most `most`; oldest first. */
export const placesBetween = (realm: Realm, [first, last]: IdSpan, most: number): MessageIndexRow[] =>
  placesWithin.all(realm.sql, { first, last, most });

/** The messages that came last before another one, in its topic or among the same people; oldest first. */
export const placesBefore = (
  realm: Realm,
  { id, conversation_id: conversation, topic_id: topic }: MessageIndexRow,
  most: number,
): MessageIndexRow[] =>
  topic === null
    ? placesBeforeIn.all(realm.sql, { conversation, before: id, most }).reverse()
    : newestPlacesIn(realm, topic, [1, id - 1], most);

/** The oldest messages of a conversation before an id, at most `most`. */
export const oldestPlacesIn = (realm: Realm, conversation: ConversationId, before: number, most: number) =>
  oldestPlaces.all(realm.sql, { conversation, before, most });

/** The messages of a conversation that follow one, at most `most`; oldest first. */
export const placesAfter = (
  realm: Realm,
  conversation: ConversationId,
  range: { readonly after: number; readonly last: number; readonly most: number },
): MessageIndexRow[] => placesOfConversation.all(realm.sql, { conversation, ...range });

/** The oldest direct messages between two ids, of all conversations, at most `most`. */
export const directPlacesBetween = (realm: Realm, [first, last]: IdSpan, most: number): MessageIndexRow[] =>
  directPlaces.all(realm.sql, { first, last, most });

/** The oldest messages of a sender between two ids, at most `most`. */
export const sentPlacesBetween = (realm: Realm, sender: UserId, [first, last]: IdSpan, most: number) =>
  sentPlaces.all(realm.sql, { sender, first, last, most });

/** The number of messages of a conversation before an id, counted up to `most`. */
export const countBefore = (
  realm: Realm,
  conversation: ConversationId,
  { before, most }: { readonly before: number; readonly most: number },
): number => countOldest.one(realm.sql, { conversation, before, most }).count;

/** The number of direct messages between two ids, counted up to `most`. */
export const countDirectsBefore = (realm: Realm, [first, last]: IdSpan, most: number): number =>
  countDirects.one(realm.sql, { first, last, most }).count;

/** The number of messages of a topic between two ids, and the oldest of them. */
export const topicExtent = (realm: Realm, topic: TopicId, [first, last]: IdSpan = ALL_IDS) =>
  selectTopicExtent.one(realm.sql, { topic, first, last });

/** Moves messages to a topic of the same or another channel in the index; their rows are not changed. */
export function movePlaces(
  realm: Realm,
  messages: readonly MessageId[],
  to: { readonly conversation: ConversationId; readonly topic: TopicId },
): void {
  setPlaces.run(realm.sql, { ids: JSON.stringify(messages), ...to });
  forgetPopulatedTopics(realm);
}

export function removePlaces(realm: Realm, messages: readonly MessageId[]): void {
  deletePlaces.run(realm.sql, { ids: JSON.stringify(messages) });
  forgetPopulatedTopics(realm);
}

/** The oldest message of a conversation; null where there is none. */
export const oldestIn = (realm: Realm, conversation: ConversationId): MessageId | null =>
  oldestInConversation.one(realm.sql, { conversation }).id;
