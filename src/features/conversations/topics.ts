import type { ConversationId, MessageId, TopicId, UserId } from "../../protocol/ids.ts";
import { cacheKey, type Realm } from "../../realm/realm.ts";
import {
  insertTopic,
  newestInTopic,
  sendersInTopic,
  setTopicName,
  type TopicRow,
  topicById,
  topicByKey,
  topicsByIds,
  topicsWithin,
} from "./rows.ts";
import { topicKey } from "./topic-name.ts";

export type { TopicRow as Topic } from "./rows.ts";

const topicsKey = cacheKey<Map<string, TopicRow>>("topics");
const MOST_REMEMBERED = 2000;

/** A topic by any spelling of its name, if it ever had a message; remembered, for a message asks for it several times. */
export function findTopic(realm: Realm, conversation: ConversationId, name: string): TopicRow | undefined {
  const name_key = topicKey(name);
  const remembered = realm.cached(topicsKey, () => new Map<string, TopicRow>());
  const place = `${conversation} ${name_key}`;
  const known = remembered.get(place);
  if (known !== undefined) return known;
  const topic = topicByKey.first(realm.sql, { conversation, name_key });
  if (remembered.size >= MOST_REMEMBERED) remembered.clear();
  if (topic !== undefined) remembered.set(place, topic);
  return topic;
}

/** The topic that a new message joins: lists show its newest spelling (messages.md 1). */
export function topicOf(realm: Realm, conversation: ConversationId, name: string): TopicId {
  const found = findTopic(realm, conversation, name);
  if (found === undefined) return insertTopic.one(realm.sql, { conversation, name, name_key: topicKey(name) }).id;
  if (found.name !== name) {
    setTopicName.run(realm.sql, { id: found.id, name });
    realm.peek(topicsKey)?.delete(`${conversation} ${found.name_key}`);
  }
  return found.id;
}

export const topicWithId = (realm: Realm, id: TopicId): TopicRow | undefined => topicById.first(realm.sql, { id });

export const topicsWithIds = (realm: Realm, ids: Iterable<TopicId>): ReadonlyMap<TopicId, TopicRow> =>
  new Map(topicsByIds.all(realm.sql, { ids: JSON.stringify([...new Set(ids)]) }).map((topic) => [topic.id, topic]));

/** Messages between two ids, both included. */
export type IdSpan = readonly [first: number, last: number];

export const ALL_IDS: IdSpan = [1, Number.MAX_SAFE_INTEGER];

/** The topics that have messages within some spans, the newest first. */
export const topicsIn = (realm: Realm, conversation: ConversationId, spans: readonly IdSpan[]) =>
  topicsWithin.all(realm.sql, { conversation, spans: JSON.stringify(spans) });

/** The newest message of a topic within some spans. */
export function newestOfTopic(realm: Realm, topic: TopicId, spans: readonly IdSpan[]): MessageId | undefined {
  const found = spans.flatMap(([first, last]) => newestInTopic.one(realm.sql, { topic, first, last }).id ?? []);
  return found.sort((a, b) => b - a)[0];
}

/** Whether a topic has messages, which it may have had and lost. */
export const hasMessages = (realm: Realm, topic: TopicId) => newestOfTopic(realm, topic, [ALL_IDS]) !== undefined;

export const sendersIn = (realm: Realm, topic: TopicId): UserId[] =>
  sendersInTopic.all(realm.sql, { topic }).map((row) => row.sender_id);
