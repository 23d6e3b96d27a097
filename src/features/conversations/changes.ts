import type { ConversationId, MessageId, TopicId } from "../../protocol/ids.ts";
import type { Realm } from "../../realm/realm.ts";
import { deletePlaces, newestPlaces, oldestInConversation, setPlaces, topicExtent } from "./change-rows.ts";
import type { MessagePlace } from "./rows.ts";
import { ALL_IDS, type IdSpan } from "./topics.ts";

/** The newest so many messages of a topic between two ids; oldest first. */
export const newestPlacesIn = (realm: Realm, topic: TopicId, [first, last]: IdSpan, most: number): MessagePlace[] =>
  newestPlaces.all(realm.sql, { topic, first, last, most }).reverse();

/** How many there are, and which is the oldest. */
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
