import { untracked } from "@preact/signals";
import type { Client } from "../../client/client.ts";
import { derived } from "../../model/capability.ts";
import { topicName } from "../../model/channels/topics.ts";
import { type Conversation, type ConversationKey, directKey } from "../../model/routes/conversation.ts";
import { NameIndex } from "../../model/search/name-index.ts";
import { type KnownTopic, knownTopics } from "../../model/search/palette.ts";
import type { PaletteTarget } from "../../model/search/palette-target.ts";
import type { State } from "../../model/state.ts";
import { recentDirects } from "../../model/unread/sidebar.ts";
import { nameOfUser } from "../people/names.ts";

type PersonTarget = Extract<PaletteTarget, { readonly kind: "person" }>;
type ChannelTarget = Extract<PaletteTarget, { readonly kind: "channel" }>;

/** People the user can write to, by name and email address. */
export const peopleByName = derived(["users"], ({ realm_users, cross_realm_bots }) => {
  const users = [...realm_users, ...cross_realm_bots];
  const byId = new Map(users.map((one) => [one.user_id, one]));
  return new NameIndex<PersonTarget>(
    users.map(({ user_id }) => ({ kind: "person", user: user_id })),
    ({ user }) => ({ name: byId.get(user)?.full_name ?? "", more: byId.get(user)?.delivery_email ?? "" }),
  );
});

/** Direct conversations with more than one other person. */
export const groupsByName = derived(["users", "unread"], (state) => {
  const groups = recentDirects(state).filter((users) => users.length > 1);
  return new NameIndex<PaletteTarget>(
    groups.map((users) => ({ kind: "group", users })),
    (target) => ({
      name: target.kind === "group" ? target.users.map((id) => nameOfUser(state, id)).join(", ") : "",
    }),
  );
});

export const channelsByName = derived(["channels"], ({ subscriptions, unsubscribed, never_subscribed }) => {
  const channels = [...subscriptions, ...unsubscribed, ...never_subscribed].filter((one) => !one.is_archived);
  const byId = new Map(channels.map((one) => [one.stream_id, one]));
  return new NameIndex<ChannelTarget>(
    channels.map(({ stream_id }) => ({ kind: "channel", channel: stream_id })),
    ({ channel }) => ({ name: byId.get(channel)?.name ?? "" }),
  );
});

/** Returns the topics that the client has, newest message first. */
export const topicsHeardOf = (client: Client): KnownTopic[] =>
  untracked(() =>
    knownTopics({
      state: client.watch(),
      recent: client.recent.list.value,
      listed: client.topics.known(),
      messages: client.messages.values(),
    }),
  );

/** @param first as for `NameIndex` */
export function topicsByName(state: State, topics: readonly KnownTopic[], first?: number): NameIndex<KnownTopic> {
  const channels = new Map(
    [...state.subscriptions, ...state.unsubscribed, ...state.never_subscribed].map((one) => [one.stream_id, one.name]),
  );
  return new NameIndex<KnownTopic>(
    topics,
    ({ channel, topic }) => ({ name: topicName(state, topic), more: channels.get(channel) ?? "" }),
    first,
  );
}

interface RecentOrder {
  /** By newest message, newest first. */
  readonly conversations: readonly Conversation[];
  readonly ranks: ReadonlyMap<ConversationKey, number>;
}

/** Sorts conversations by their newest messages. `topics` must already be sorted. */
export function recentOrderOf(state: State, topics: readonly KnownTopic[]): RecentOrder {
  const directs = state.recent_private_conversations.map(({ user_ids: users, max_message_id: newest }) => {
    return { kind: "direct", users, key: directKey(users), newest } as const;
  });
  const conversations = [...topics, ...directs].sort((one, other) => other.newest - one.newest);
  return { conversations, ranks: new Map(conversations.map(({ key }, rank) => [key, rank])) };
}
