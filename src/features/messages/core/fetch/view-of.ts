import { type Actor, isGuest, isKeptFrom } from "../../../../protocol/actor.ts";
import { type ConversationId, toUserId, type UserId } from "../../../../protocol/ids.ts";
import type { Realm } from "../../../../realm/realm.ts";
import { accessibleChannels } from "../../../channels/channels/access.ts";
import { type Channel, mutedChannelsOf, receivedSpans } from "../../../channels/channels/channels.ts";
import { Visibility as Policy, policiesOf } from "../../../channels/topic-visibility/topic-visibility.ts";
import { directConversationsOf } from "../../../conversations/conversations.ts";
import { mutedBy } from "../../../people/muted-users/muted-users.ts";
import type { ReadState, Span, TopicReference, View, Visibility } from "../narrow/index.ts";
import { lowOfUser, readStatesOf } from "../read-state/read-state-store.ts";
import { readsAnyDirects } from "../store/access.ts";

/** User id for a spectator, who has received, read and starred nothing. */
const SPECTATOR_ID = toUserId(0);

/** Maximum read or unread message ids listed in a view. If there are more, only the newest are listed. */
const MAX_LISTED = 50_000;

interface ViewParts {
  /** Conversations covered by the view; null for all. */
  readonly within: ReadonlySet<ConversationId> | null;
  /** Whether to include the viewer's mutes and followed topics. */
  readonly visibility: boolean;
}

/** Returns what a user can see and has read. A null actor is a spectator. */
export function viewOf(realm: Realm, actor: Actor | null, { within, visibility }: ViewParts): View {
  const isWanted = (id: ConversationId) => within === null || within.has(id);
  const channels = accessibleChannels(realm, actor, "content").filter((channel) => isWanted(channel.conversation_id));
  const readable = channels.map((channel) => channel.conversation_id);
  if (actor === null) return { readable, ...spectatorView };
  const user = actor.user_id;
  return {
    viewer: user,
    received: [
      ...channelSpans(realm, user, channels),
      ...directSpans(realm, actor).filter((span) => isWanted(span.conversation)),
    ],
    readable,
    read: readState(realm, user, isWanted),
    visibility: visibility ? visibilityOf(realm, user) : spectatorView.visibility,
    mutedSenders: [...mutedBy(realm, user)],
  };
}

const spectatorView: Omit<View, "readable"> = {
  viewer: SPECTATOR_ID,
  received: [],
  read: { low: 0, lows: [], read: [], unread: [] },
  visibility: { muted: [], unmuted: [], followed: [], mutedChannels: [] },
  mutedSenders: [],
};

/** Returns spans of all messages that a user received and can read now. */
export const receivedBy = (realm: Realm, actor: Actor): Span[] => [
  ...channelSpans(realm, actor.user_id, accessibleChannels(realm, actor, "content")),
  ...directSpans(realm, actor),
];

function channelSpans(realm: Realm, user: UserId, channels: readonly Channel[]): Span[] {
  const places = new Map(channels.map(({ id, conversation_id }) => [id, conversation_id]));
  return receivedSpans(realm, user).flatMap(({ channel_id: channel, from_message, to_message }): Span[] => {
    const conversation = places.get(channel);
    return conversation === undefined ? [] : [{ conversation, channel, first: from_message, last: to_message }];
  });
}

function directSpans(realm: Realm, actor: Actor): Span[] {
  if (!readsAnyDirects(realm, actor)) return [];
  const conversations = directConversationsOf(realm, actor.user_id).filter(
    ({ members }) => !isKeptFrom(actor, members),
  );
  return conversations.map(({ id }) => ({ conversation: id, channel: null, first: 1, last: null }));
}

function readState(realm: Realm, user: UserId, isWanted: (id: ConversationId) => boolean): ReadState {
  const low = lowOfUser(realm, user);
  const readings = [...readStatesOf(realm, user)].filter(([conversation]) => isWanted(conversation));
  return {
    low,
    lows: readings
      .filter(([, reading]) => reading.low > low)
      .map(([conversation, reading]) => [conversation, reading.low]),
    read: newest(readings.flatMap(([, { read }]) => read)),
    unread: newest(readings.flatMap(([, { unread }]) => unread)),
  };
}

const newest = (ids: number[]): number[] =>
  ids.length <= MAX_LISTED ? ids : ids.sort((a, b) => a - b).slice(-MAX_LISTED);

function visibilityOf(realm: Realm, user: UserId): Visibility {
  const policies = policiesOf(realm, user);
  const topics = (wanted: number) =>
    policies
      .filter(({ policy }) => policy === wanted)
      .map(({ channel_id, topic_key }): TopicReference => [channel_id, topic_key]);
  return {
    muted: topics(Policy.muted),
    unmuted: topics(Policy.unmuted),
    followed: topics(Policy.followed),
    mutedChannels: mutedChannelsOf(realm, user),
  };
}

/** Whether a user searches only what they received, even in public channels (messages.md 4). */
export const searchesAsGuest = (actor: Actor | null) => actor !== null && isGuest(actor);
