import type { ConversationId, MessageId, TopicId, UserId } from "../../protocol/ids.ts";
import { nameKey } from "../../protocol/name-key.ts";
import { cacheKey, cacheRow, type Realm } from "../../realm/realm.ts";
import type { TopicRow } from "./rows.ts";
import * as rows from "./rows.ts";

export type { TopicRow as Topic } from "./rows.ts";

const topicsKey = cacheKey<Map<string, TopicRow>>("topics");

/**
 * Finds a topic by any spelling of its name, if it ever had a message. Cached, because one message looks it up several
 * times.
 */
export function findTopic(realm: Realm, conversation: ConversationId, name: string): TopicRow | undefined {
  const name_key = nameKey(name);
  const cached = realm.cached(topicsKey, () => new Map<string, TopicRow>());
  const key = `${conversation} ${name_key}`;
  return cached.get(key) ?? cacheRow(cached, key, rows.topicByKey.first(realm.sql, { conversation, name_key }));
}

/**
 * Returns the topic of a message being sent or moved, creating it if needed. The topic adopts the message's spelling
 * (messages.md 1).
 */
export function findOrCreateTopic(realm: Realm, conversation: ConversationId, name: string): TopicId {
  const found = findTopic(realm, conversation, name);
  if (found === undefined) return rows.insertTopic.one(realm.sql, { conversation, name, name_key: nameKey(name) }).id;
  if (found.name !== name) {
    rows.setTopicName.run(realm.sql, { id: found.id, name });
    realm.peek(topicsKey)?.delete(`${conversation} ${found.name_key}`);
  }
  return found.id;
}

export const topicWithId = (realm: Realm, id: TopicId): TopicRow | undefined => rows.topicById.first(realm.sql, { id });

export const topicsWithIds = (realm: Realm, ids: Iterable<TopicId>): ReadonlyMap<TopicId, TopicRow> =>
  new Map(
    rows.topicsByIds.all(realm.sql, { ids: JSON.stringify([...new Set(ids)]) }).map((topic) => [topic.id, topic]),
  );

/** An inclusive range of message ids. */
export type IdSpan = readonly [first: number, last: number];

export const ALL_IDS: IdSpan = [1, Number.MAX_SAFE_INTEGER];

/** Returns a conversation's topics with messages in the spans, newest first. */
export const topicsIn = (realm: Realm, conversation: ConversationId, spans: readonly IdSpan[]) =>
  rows.topicsWithin.all(realm.sql, { conversation, spans: JSON.stringify(spans) });

export function newestOfTopic(realm: Realm, topic: TopicId, spans: readonly IdSpan[]): MessageId | undefined {
  const found = spans.flatMap(([first, last]) => rows.newestInTopic.one(realm.sql, { topic, first, last }).id ?? []);
  return found.sort((a, b) => b - a)[0];
}

const MAX_CACHED = 2000;
const populatedKey = cacheKey<Set<TopicId>>("topics that have messages");

/**
 * Whether a topic has messages. All of them may have been moved or deleted. Cached, because every message to the topic
 * needs this.
 */
export function hasMessages(realm: Realm, topic: TopicId): boolean {
  const populated = realm.cached(populatedKey, () => new Set<TopicId>());
  if (populated.has(topic)) return true;
  if (newestOfTopic(realm, topic, [ALL_IDS]) === undefined) return false;
  if (populated.size >= MAX_CACHED) populated.clear();
  populated.add(topic);
  return true;
}

/** Called when messages leave their topics. */
export const forgetPopulatedTopics = (realm: Realm): void => realm.forget(populatedKey);

export const sendersIn = (realm: Realm, topic: TopicId): UserId[] =>
  rows.sendersInTopic.all(realm.sql, { topic }).map((row) => row.sender_id);

/** Returns who sent the newest `most` messages after an id, in a conversation or one of its topics. */
export const sendersAfter = (
  realm: Realm,
  place: { readonly conversation: ConversationId; readonly topic: TopicId | null },
  { after, most }: { readonly after: number; readonly most: number },
): UserId[] => rows.sendersAmongNewest.all(realm.sql, { ...place, after, most }).map((row) => row.sender_id);
