import type { ConversationId, MessageId, TopicId } from "../../protocol/ids.ts";
import type { Realm } from "../../realm/realm.ts";
import {
  deletePlaces,
  directPlaces,
  newestPlaces,
  oldestInConversation,
  oldestPlaces,
  setPlaces,
  topicExtent,
} from "./change-rows.ts";
import type { MessageIndexRow } from "./rows.ts";
import { ALL_IDS, type IdSpan } from "./topics.ts";

/** The newest so many messages of a topic between two ids; oldest first. */
export const newestPlacesIn = (realm: Realm, topic: TopicId, [first, last]: IdSpan, most: number): MessageIndexRow[] =>
  newestPlaces.all(realm.sql, { topic, first, last, most }).reverse();

/** The oldest so many messages of a conversation before one. */
export const oldestPlacesIn = (realm: Realm, conversation: ConversationId, before: number, most: number) =>
  oldestPlaces.all(realm.sql, { conversation, before, most });

/** The oldest so many direct messages between two ids, of whatever conversation. */
export const directPlacesBetween = (realm: Realm, [first, last]: IdSpan, most: number): MessageIndexRow[] =>
  directPlaces.all(realm.sql, { first, last, most });

/** How many messages of a topic there are between two ids, and which is the oldest. */
export const extentOf = (realm: Realm, topic: TopicId, [first, last]: IdSpan = ALL_IDS) =>
  topicExtent.one(realm.sql, { topic, first, last });

/** Puts messages into a topic, of whatever channel. */
export function movePlaces(
  realm: Realm,
  messages: readonly MessageId[],
  to: { readonly conversation: ConversationId; readonly topic: TopicId },
): void {
  setPlaces.run(realm.sql, { ids: JSON.stringify(messages), ...to });
}

export const removePlaces = (realm: Realm, messages: readonly MessageId[]): void =>
  deletePlaces.run(realm.sql, { ids: JSON.stringify(messages) });

/** The oldest message of a conversation; null where there is none. */
export const oldestIn = (realm: Realm, conversation: ConversationId): MessageId | null =>
  oldestInConversation.one(realm.sql, { conversation }).id;
