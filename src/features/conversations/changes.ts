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

/** Returns a topic's newest messages in an id range, at most `most`, oldest first. */
export const newestPlacesIn = (realm: Realm, topic: TopicId, [first, last]: IdSpan, most: number): MessageIndexRow[] =>
  newestPlaces.all(realm.sql, { topic, first, last, most }).reverse();

/** Returns messages of all conversations in an id range, at most `most`, oldest first. */
export const placesBetween = (realm: Realm, [first, last]: IdSpan, most: number): MessageIndexRow[] =>
  placesWithin.all(realm.sql, { first, last, most });

/** Returns the messages right before another one, in its topic or direct conversation, oldest first. */
export const placesBefore = (
  realm: Realm,
  { id, conversation_id: conversation, topic_id: topic }: MessageIndexRow,
  most: number,
): MessageIndexRow[] =>
  topic === null
    ? placesBeforeIn.all(realm.sql, { conversation, before: id, most }).reverse()
    : newestPlacesIn(realm, topic, [1, id - 1], most);

/** Returns a conversation's oldest messages before an id, at most `most`. */
export const oldestPlacesIn = (realm: Realm, conversation: ConversationId, before: number, most: number) =>
  oldestPlaces.all(realm.sql, { conversation, before, most });

/** Returns a conversation's messages after an id, at most `most`, oldest first. */
export const placesAfter = (
  realm: Realm,
  conversation: ConversationId,
  range: { readonly after: number; readonly last: number; readonly most: number },
): MessageIndexRow[] => placesOfConversation.all(realm.sql, { conversation, ...range });

/** Returns the oldest direct messages of all conversations in an id range, at most `most`. */
export const directPlacesBetween = (realm: Realm, [first, last]: IdSpan, most: number): MessageIndexRow[] =>
  directPlaces.all(realm.sql, { first, last, most });

/** Returns a sender's oldest messages in an id range, at most `most`. */
export const sentPlacesBetween = (realm: Realm, sender: UserId, [first, last]: IdSpan, most: number) =>
  sentPlaces.all(realm.sql, { sender, first, last, most });

/** Counts a conversation's messages before an id, up to `most`. */
export const countBefore = (
  realm: Realm,
  conversation: ConversationId,
  { before, most }: { readonly before: number; readonly most: number },
): number => countOldest.one(realm.sql, { conversation, before, most }).count;

/** Counts direct messages in an id range, up to `most`. */
export const countDirectsBefore = (realm: Realm, [first, last]: IdSpan, most: number): number =>
  countDirects.one(realm.sql, { first, last, most }).count;

/** Returns the number of a topic's messages in an id range, and the oldest of them. */
export const topicExtent = (realm: Realm, topic: TopicId, [first, last]: IdSpan = ALL_IDS) =>
  selectTopicExtent.one(realm.sql, { topic, first, last });

/** Moves messages to a topic of the same or another channel in the index only. Message rows are unchanged. */
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

/** Returns the oldest message of a conversation, or null if it is empty. */
export const oldestIn = (realm: Realm, conversation: ConversationId): MessageId | null =>
  oldestInConversation.one(realm.sql, { conversation }).id;
