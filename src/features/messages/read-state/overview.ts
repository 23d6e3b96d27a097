import type { ConversationId, TopicId, UserId } from "../../../protocol/ids.ts";
import type { Realm } from "../../../realm/realm.ts";
import { allTheChannels, receivedSpans } from "../../channels/channels.ts";
import { directConversationsOf, newestMessageId, placesOfMessages } from "../../conversations/conversations.ts";
import { mutedSenders } from "../muted-senders.ts";
import type { Reading } from "./reading.ts";
import { lowOfUser, readingsOf } from "./readings.ts";
import { unlistedByTopic } from "./rows.ts";

/** What is unread of one topic or of direct messages: the ids as JSON, in no order, for there may be very many. */
export interface UnreadPart {
  readonly conversation_id: ConversationId;
  readonly topic_id: TopicId | null;
  readonly count: number;
  readonly first: number;
  readonly ids: string;
}

/** So many ids are looked at first; then twice as many, and so on, until enough is found. */
const FIRST_STEP = 50_000;

/** What somebody has not read, the newest so many messages of it at least. */
export function unreadParts(realm: Realm, user: UserId, enough: number): { parts: UnreadPart[]; all: boolean } {
  const readings = readingsOf(realm, user);
  const low = lowOfUser(realm, user);
  const froms = arrivingConversations(realm, user);
  const newest = newestMessageId(realm);
  const spans = [...froms].map(([conversation, from]) => [
    conversation,
    Math.max(from, (readings.get(conversation)?.low ?? low) + 1),
  ] as const);
  const open = spans.filter(([, first]) => first <= newest);
  const floor = Math.min(...open.map(([, first]) => first));
  const unlisted = {
    spans: JSON.stringify(open),
    read: JSON.stringify([...readings.values()].flatMap(({ read }) => read)),
    muted: JSON.stringify(mutedSenders(realm, user)),
  };
  const parts = listedParts(realm, readings, froms);
  let found = parts.reduce((sum, { count }) => sum + count, 0);
  let high: number = newest;
  for (let step = FIRST_STEP; found <= enough && high >= floor; step *= 2) {
    const some = unlistedByTopic.all(realm.sql, { ...unlisted, low: high - step + 1, high });
    parts.push(...some);
    found = some.reduce((sum, { count }) => sum + count, found);
    high -= step;
  }
  return { parts, all: !(high >= floor) };
}

/** Where messages come to somebody by themselves, and from which one on. */
function arrivingConversations(realm: Realm, user: UserId): ReadonlyMap<ConversationId, number> {
  const { byId } = allTheChannels(realm);
  const channels = receivedSpans(realm, user).flatMap(({ channel_id, from_message, to_message }) => {
    const channel = to_message === null ? byId.get(channel_id) : undefined;
    return channel === undefined ? [] : [[channel.conversation_id, from_message] as const];
  });
  const directs = directConversationsOf(realm, user).map(({ id }) => [id, 1] as const);
  return new Map([...channels, ...directs]);
}

/** What is unread because it was marked so. */
function listedParts(
  realm: Realm,
  readings: ReadonlyMap<ConversationId, Reading>,
  froms: ReadonlyMap<ConversationId, number>,
): UnreadPart[] {
  const listed = [...readings].flatMap(([conversation, { unread }]) => (froms.has(conversation) ? unread : []));
  const places = placesOfMessages(realm, listed);
  const groups = Map.groupBy(places, ({ conversation_id, topic_id }) => `${conversation_id}:${topic_id}`);
  return [...groups.values()].flatMap((some) => {
    const [place] = some;
    if (place === undefined) return [];
    const { id: first, conversation_id, topic_id } = place;
    const ids = JSON.stringify(some.map(({ id }) => id));
    return [{ conversation_id, topic_id, count: some.length, first, ids }];
  });
}
