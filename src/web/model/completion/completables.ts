import { derived } from "../capability.ts";
import { subscriptionTo } from "../channels/channels.ts";
import type { ChannelId, UserId } from "../ids.ts";
import { indexed } from "../match.ts";
import type { Message } from "../message.ts";
import { canMentionGroup } from "../people/group-members.ts";
import { activeBots } from "../people/people-by-name.ts";
import type { State } from "../state.ts";
import type { Group, NamedChannel, NamedCommand, Person } from "./candidate.ts";

/** Active accounts for mentions, including bots. */
export const peopleIndex = derived(["users"], ({ realm_users }) =>
  indexed(
    realm_users.map(
      ({ user_id, full_name, delivery_email, email, is_bot }): Person => ({
        id: user_id,
        name: full_name,
        email: delivery_email ?? email,
        isBot: is_bot,
      }),
    ),
    ({ name, email }) => [name, email],
  ),
);

/** Number of accounts with each name, including deactivated ones. */
export const nameCounts = derived(["users"], (state) => {
  const counts = new Map<string, number>();
  for (const { full_name } of [...state.realm_users, ...state.realm_non_active_users, ...state.cross_realm_bots]) {
    counts.set(full_name, (counts.get(full_name) ?? 0) + 1);
  }
  return counts;
});

export const groupsIndex = derived(["groups", "users"], (state) =>
  indexed(
    state.realm_user_groups
      .filter(({ is_system_group, deactivated }) => !deactivated && !is_system_group)
      .map((group): Group => {
        const { id, name, description } = group;
        return { id, name, description, mentionable: canMentionGroup(state, group) };
      }),
    ({ name }) => [name],
  ),
);

export const commandsIndex = derived(["realm"], ({ bot_commands = [] }) =>
  indexed(
    bot_commands.map(({ name, description, usage }): NamedCommand => ({ name, description, usage })),
    ({ name }) => [name],
  ),
);

export const channelsIndex = derived(["channels"], ({ subscriptions, unsubscribed, never_subscribed }) =>
  indexed(
    [...subscriptions, ...unsubscribed, ...never_subscribed]
      .filter(({ is_archived }) => !is_archived)
      .map(({ stream_id, name, description }): NamedChannel => ({ id: stream_id, name, description })),
    ({ name }) => [name],
  ),
);

/** Distances, nearest first. Each step leaves room for a thousand positions. */
const STEP = { here: 0, subscribed: 1000, recent: 2000, others: 4000, bots: 6000, muted: 8000, oneself: 9000 } as const;

interface PeopleNearby {
  /** The conversation's messages, oldest first. */
  readonly messages: readonly Message[];
  readonly users: readonly UserId[];
  readonly subscribers: ReadonlySet<UserId> | undefined;
}

/**
 * Returns a function that returns a user's distance from a conversation. The conversation's latest senders are nearest,
 * then the channel's subscribers, then people the user recently exchanged direct messages with.
 */
export function distanceOfPeople(state: State, { messages, users, subscribers }: PeopleNearby): (id: UserId) => number {
  const near = new Map<UserId, number>(users.map((id, order) => [id, order]));
  for (const { sender_id } of messages.slice(-400).reverse()) {
    if (!near.has(sender_id)) near.set(sender_id, STEP.here + near.size);
  }
  state.recent_private_conversations.slice(0, 900).forEach(({ user_ids }, order) => {
    for (const id of user_ids) {
      if (!near.has(id)) near.set(id, (subscribers?.has(id) ? STEP.subscribed : STEP.recent) + order);
    }
  });
  for (const { user_id } of activeBots(state)) if (!near.has(user_id)) near.set(user_id, STEP.bots);
  for (const { id } of state.muted_users) near.set(id, STEP.muted);
  near.set(state.user_id, STEP.oneself);
  return (id) => near.get(id) ?? (subscribers?.has(id) ? STEP.subscribed + 999 : STEP.others);
}

/**
 * Returns a function that returns a channel's distance: the current channel is nearest, then come the user's other
 * channels.
 */
export function distanceOfChannels(state: State, here: ChannelId | undefined): (id: ChannelId) => number {
  return (id) => {
    if (id === here) return 0;
    const subscription = subscriptionTo(state, id);
    if (subscription === undefined) return 4;
    return subscription.is_muted ? 3 : subscription.pin_to_top ? 1 : 2;
  };
}
