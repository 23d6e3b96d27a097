import type { ConversationId, TopicId, UserId } from "../../../../protocol/ids.ts";
import type { Realm } from "../../../../realm/realm.ts";
import { allTheChannels, receivedSpans } from "../../../channels/channels/channels.ts";
import {
  type DirectConversation,
  directConversationsOf,
  newestMessageId,
  placesOfMessages,
} from "../../../conversations/conversations.ts";
import { topicsWithIds } from "../../../conversations/topics.ts";
import { mutedBy } from "../../../people/muted-users/muted-users.ts";
import type { ConversationReadState } from "./read-state.ts";
import { lowOfUser, readStatesOf } from "./read-state-store.ts";
import { selectUnlistedByTopic } from "./rows.ts";

/** What is unread of one topic or conversation; the ids in no order, with commas between them. */
export type UnreadPart = readonly [conversation: number, topic: number | null, name: string, ids: string];

export interface FoundUnread {
  /** Lists of parts as JSON, for whoever has the time to read them. A topic may be in several. */
  readonly parts: readonly string[];
  /** The first id of all. */
  readonly first: number;
  /** Whether nothing is left out that is older. */
  readonly isAll: boolean;
  readonly channels: readonly (readonly [conversation: number, channel: number])[];
  readonly directs: readonly DirectConversation[];
}

/** So many ids are looked at first; then as many as are likely to hold what is still missing. */
const FIRST_STEP = 50_000;
const LEAST_STEP = 5_000;

/** What somebody has not read: the newest so many messages of it at least, if there are as many. */
export function findUnread(realm: Realm, user: UserId, enough: number): FoundUnread {
  const places = receivingConversations(realm, user);
  const readings = readStatesOf(realm, user);
  const found = new Found();
  found.add(markedParts(realm, readings, places.from));
  const isAll = addReceived(realm, user, { found, readings, from: places.from, enough });
  return { parts: found.parts, first: found.first, isAll, channels: places.channels, directs: places.directs };
}

class Found {
  readonly parts: string[] = [];
  count = 0;
  first = Number.MAX_SAFE_INTEGER;

  add(some: { readonly count: number; readonly first: number | null; readonly parts: string }): void {
    if (some.count === 0) return;
    this.parts.push(some.parts);
    this.count += some.count;
    this.first = Math.min(this.first, some.first ?? this.first);
  }
}

interface Search {
  readonly found: Found;
  readonly readings: ReadonlyMap<ConversationId, ConversationReadState>;
  readonly from: ReadonlyMap<ConversationId, number>;
  readonly enough: number;
}

/** Adds what came unread by itself, from the newest on; tells whether that is all of it. */
function addReceived(realm: Realm, user: UserId, { found, readings, from, enough }: Search): boolean {
  const low = lowOfUser(realm, user);
  const newest = newestMessageId(realm);
  const spans = [...from]
    .map(([id, first]) => [id, Math.max(first, (readings.get(id)?.low ?? low) + 1)] as const)
    .filter(([, first]) => first <= newest);
  const floor = spans.reduce((least, [, first]) => Math.min(least, first), newest + 1);
  const unlisted = {
    spans: JSON.stringify(spans),
    read: JSON.stringify([...readings.values()].flatMap(({ read }) => read)),
    muted: JSON.stringify([...mutedBy(realm, user)]),
  };
  let high: number = newest;
  let step = FIRST_STEP;
  while (high >= floor && found.count <= enough) {
    found.add(selectUnlistedByTopic.one(realm.sql, { ...unlisted, low: high - step + 1, high }));
    high -= step;
    const likely = Math.ceil(((enough - found.count + 1) * (newest - high)) / Math.max(1, found.count));
    step = Math.min(Math.max(likely, LEAST_STEP), 2 * step);
  }
  return high < floor;
}

/** Where messages come to somebody by themselves, and from which one on. */
function receivingConversations(realm: Realm, user: UserId) {
  const { byId } = allTheChannels(realm);
  const from = new Map<ConversationId, number>();
  const channels = receivedSpans(realm, user).flatMap(({ channel_id, from_message, to_message }) => {
    const channel = to_message === null ? byId.get(channel_id) : undefined;
    if (channel === undefined) return [];
    from.set(channel.conversation_id, from_message);
    return [[channel.conversation_id, channel.id] as const];
  });
  const directs = directConversationsOf(realm, user);
  for (const { id } of directs) from.set(id, 1);
  return { from, channels, directs };
}

/** What is unread because it was marked so. */
function markedParts(realm: Realm, readings: Search["readings"], from: Search["from"]) {
  const listed = [...readings].flatMap(([conversation, { unread }]) => (from.has(conversation) ? unread : []));
  const places = placesOfMessages(realm, listed);
  const topics = topicsWithIds(
    realm,
    places.flatMap(({ topic_id }) => topic_id ?? []),
  );
  const nameOf = (id: TopicId | null) => (id === null ? "" : (topics.get(id)?.name ?? ""));
  const parts = places.map(
    ({ id, conversation_id, topic_id }): UnreadPart => [conversation_id, topic_id, nameOf(topic_id), `${id}`],
  );
  return { count: parts.length, first: places[0]?.id ?? null, parts: JSON.stringify(parts) };
}
