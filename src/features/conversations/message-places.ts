import { statement } from "../../database/statement.ts";
import type { ConversationId, MessageId, TopicId, UserId } from "../../protocol/ids.ts";
import type { Realm } from "../../realm/realm.ts";
import type { MessageIndexRow } from "./rows.ts";
import { ALL_IDS, forgetPopulatedTopics, type IdSpan } from "./topics.ts";

const SELECT_PLACES = "SELECT id, conversation_id, topic_id, sender_id FROM message_index";

const newestPlaces = statement<{ topic: number; first: number; last: number; most: number }, MessageIndexRow>(
  `${SELECT_PLACES} WHERE topic_id = :topic AND id BETWEEN :first AND :last ORDER BY id DESC LIMIT :most`,
);
const selectTopicExtent = statement<
  { topic: number; first: number; last: number },
  { count: number; oldest: MessageId | null }
>(
  `SELECT count(*) AS count, min(id) AS oldest FROM message_index
   WHERE topic_id = :topic AND id BETWEEN :first AND :last`,
);
const setPlaces = statement<{ ids: string; conversation: number; topic: number }>(
  `UPDATE message_index SET conversation_id = :conversation, topic_id = :topic
   WHERE id IN (SELECT value FROM json_each(:ids))`,
);
const deletePlaces = statement<{ ids: string }>(
  "DELETE FROM message_index WHERE id IN (SELECT value FROM json_each(:ids))",
);
const oldestPlaces = statement<{ conversation: number; before: number; most: number }, MessageIndexRow>(
  `${SELECT_PLACES} WHERE conversation_id = :conversation AND id < :before ORDER BY id LIMIT :most`,
);
const placesOfConversation = statement<
  { conversation: number; after: number; last: number; most: number },
  MessageIndexRow
>(`${SELECT_PLACES} WHERE conversation_id = :conversation AND id > :after AND id <= :last ORDER BY id LIMIT :most`);
const sentPlaces = statement<{ sender: number; first: number; last: number; most: number }, MessageIndexRow>(
  `${SELECT_PLACES} WHERE id BETWEEN :first AND :last AND sender_id = :sender ORDER BY id LIMIT :most`,
);
const placesWithin = statement<{ first: number; last: number; most: number }, MessageIndexRow>(
  `${SELECT_PLACES} WHERE id BETWEEN :first AND :last ORDER BY id LIMIT :most`,
);
const placesBeforeIn = statement<{ conversation: number; before: number; most: number }, MessageIndexRow>(
  `${SELECT_PLACES} WHERE conversation_id = :conversation AND id < :before ORDER BY id DESC LIMIT :most`,
);
/** Finds direct messages, which have no topic. Every channel message has one. */
const directPlaces = statement<{ first: number; last: number; most: number }, MessageIndexRow>(
  `${SELECT_PLACES} WHERE id BETWEEN :first AND :last AND topic_id IS NULL ORDER BY id LIMIT :most`,
);
const oldestInConversation = statement<{ conversation: number }, { id: MessageId | null }>(
  "SELECT min(id) AS id FROM message_index WHERE conversation_id = :conversation",
);
const countOldest = statement<{ conversation: number; before: number; most: number }, { count: number }>(
  `SELECT count(*) AS count FROM
   (SELECT 1 FROM message_index WHERE conversation_id = :conversation AND id < :before LIMIT :most)`,
);
const countDirects = statement<{ first: number; last: number; most: number }, { count: number }>(
  `SELECT count(*) AS count FROM
   (SELECT 1 FROM message_index WHERE id BETWEEN :first AND :last AND topic_id IS NULL LIMIT :most)`,
);

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

export const countDirectsBefore = (realm: Realm, [first, last]: IdSpan, most: number): number =>
  countDirects.one(realm.sql, { first, last, most }).count;

/** Counts a topic's messages in an id range, and finds the oldest of them. */
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

export const oldestIn = (realm: Realm, conversation: ConversationId): MessageId | null =>
  oldestInConversation.one(realm.sql, { conversation }).id;

/** Returns a function that deletes a table's rows of messages. */
export function deletionByMessages(table: string) {
  const remove = statement<{ ids: string }>(
    `DELETE FROM ${table} WHERE message_id IN (SELECT value FROM json_each(:ids))`,
  );
  return (realm: Realm, messages: readonly MessageId[]): void =>
    remove.run(realm.sql, { ids: JSON.stringify(messages) });
}
