import { type Conversation, type ConversationKey, keyOf } from "./conversation.ts";
import type { ChannelId } from "./ids.ts";
import type { Place } from "./place.ts";
import { channelsInOrder, directConversations, unreadTopicsOf } from "./sidebar.ts";
import type { State } from "./state.ts";
import { VISIBILITY, visibilityOf } from "./topics.ts";
import { unreadOf } from "./unread-counts.ts";

/** What is looked for: a topic, one that one follows, a direct conversation, or whatever there is. */
export type UnreadKind = "topic" | "followed" | "direct" | "any";

/**
 * The unread conversation that comes after a place: the others of its channel, then those of the channels below it, and
 * from the top again. What is muted is left out.
 */
export function nextUnread(state: State, from: Place, kind: UnreadKind): Conversation | undefined {
  const here = keyAt(from);
  const isOther = (one: Conversation) => keyOf(one) !== here;
  switch (kind) {
    case "topic":
      return topicsFrom(state, from).find(isOther);
    case "followed":
      return topicsFrom(state, from).find((one) => isOther(one) && isFollowed(state, one));
    case "direct":
      return directsFrom(state, from).find(isOther);
    case "any": {
      const [topics, directs] = [topicsFrom(state, from), directsFrom(state, from)];
      const all = from.view === "direct" || from.view === "directs" ? [...directs, ...topics] : [...topics, ...directs];
      return all.find(isOther);
    }
  }
}

function keyAt(place: Place): ConversationKey | undefined {
  if (place.view === "topic") return keyOf({ kind: "topic", channel: place.channel, topic: place.topic });
  return place.view === "direct" ? keyOf({ kind: "direct", users: place.users }) : undefined;
}

const channelAt = (place: Place): ChannelId | undefined =>
  place.view === "topic" || place.view === "channel" || place.view === "topics" ? place.channel : undefined;

function topicsFrom(state: State, from: Place): Conversation[] {
  const channels = rotated(channelsInOrder(state), channelAt(from));
  return channels.flatMap((channel) =>
    unreadTopicsOf(state, channel).flatMap((one) => (one.isHidden && one.mentions === 0 ? [] : one.conversation)),
  );
}

function directsFrom(state: State, from: Place): Conversation[] {
  const unread = unreadOf(state).conversations;
  const directs = rotated(
    directConversations(state).map(({ key }) => key),
    keyAt(from),
  );
  const known = new Set(directs);
  // Those that are older than what the server lists of them.
  const others = [...unread.values()].filter(
    ({ key, conversation }) => conversation.kind === "direct" && !known.has(key),
  );
  return [...directs.map((key) => unread.get(key)), ...others].flatMap((one) =>
    one === undefined || one.isHidden ? [] : one.conversation,
  );
}

/** A list that begins with one of its items, and goes on from its own beginning. */
function rotated<Item>(list: readonly Item[], first: Item | undefined): readonly Item[] {
  const at = first === undefined ? -1 : list.indexOf(first);
  return at <= 0 ? list : [...list.slice(at), ...list.slice(0, at)];
}

const isFollowed = (state: State, one: Conversation) =>
  one.kind === "topic" && visibilityOf(state, one.channel, one.topic) === VISIBILITY.followed;
