import type { ConversationId, TopicId, UserId } from "../../../../protocol/ids.ts";
import type { Realm } from "../../../../realm/realm.ts";
import { channelIndex, receivedSpans } from "../../../channels/channels/channels.ts";
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

/** Unread messages of one topic or direct message conversation. The ids are comma-separated, in no particular order. */
export type UnreadPart = readonly [conversation: number, topic: number | null, name: string, ids: string];

export interface FoundUnread {
  /**
   * Lists of `UnreadPart` as JSON, parsed in the Worker because it would take too long in the realm. A topic can be in
   * several lists.
   */
  readonly parts: readonly string[];
  readonly first: number;
  /** True if these are all unread messages, not just the newest. */
  readonly isAll: boolean;
  readonly channels: readonly (readonly [conversation: number, channel: number])[];
  readonly directs: readonly DirectConversation[];
}

/** How many ids the first query covers. Later queries cover as many as are likely to contain the rest. */
const FIRST_STEP = 50_000;
const MIN_STEP = 5_000;

/** Finds all of a user's unread messages, or at least the newest `enough`. */
export function findUnread(realm: Realm, user: UserId, enough: number): FoundUnread {
  const { from, ...conversations } = receivingConversations(realm, user);
  const states = readStatesOf(realm, user);
  const found = new FoundParts();
  found.add(markedParts(realm, states, from));
  const isAll = addReceived(realm, user, { found, states, from, enough });
  return { parts: found.parts, first: found.first, isAll, ...conversations };
}

class FoundParts {
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
  readonly found: FoundParts;
  readonly states: ReadonlyMap<ConversationId, ConversationReadState>;
  readonly from: ReadonlyMap<ConversationId, number>;
  readonly enough: number;
}

/** Adds the messages that are unread by default, newest first. Returns true if these are all. */
function addReceived(realm: Realm, user: UserId, { found, states, from, enough }: Search): boolean {
  const low = lowOfUser(realm, user);
  const newest = newestMessageId(realm);
  const spans = [...from]
    .map(([id, first]) => [id, Math.max(first, (states.get(id)?.low ?? low) + 1)] as const)
    .filter(([, first]) => first <= newest);
  const floor = spans.reduce((least, [, first]) => Math.min(least, first), newest + 1);
  const unlisted = {
    spans: JSON.stringify(spans),
    read: JSON.stringify([...states.values()].flatMap(({ read }) => read)),
    muted: JSON.stringify([...mutedBy(realm, user)]),
  };
  let high: number = newest;
  let step = FIRST_STEP;
  while (high >= floor && found.count <= enough) {
    found.add(selectUnlistedByTopic.one(realm.sql, { ...unlisted, low: high - step + 1, high }));
    high -= step;
    const likely = Math.ceil(((enough - found.count + 1) * (newest - high)) / Math.max(1, found.count));
    step = Math.min(Math.max(likely, MIN_STEP), 2 * step);
  }
  return high < floor;
}

function receivingConversations(realm: Realm, user: UserId) {
  const { byId } = channelIndex(realm);
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

/** Returns the messages that are explicitly listed as unread. */
function markedParts(realm: Realm, states: Search["states"], from: Search["from"]) {
  const listed = [...states].flatMap(([conversation, { unread }]) => (from.has(conversation) ? unread : []));
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
