import { subscriptionTo } from "../channels/channels.ts";
import type { ChannelId, UserId } from "../ids.ts";
import type { Message } from "../messages/message.ts";
import { activeBots } from "../people/people.ts";
import type { State } from "../state.ts";

/** Steps of distance, nearest first; within one of them, up to a thousand have an order. */
const STEP = { here: 0, subscribed: 1000, recent: 2000, others: 4000, bots: 6000, muted: 8000, oneself: 9000 } as const;

interface Around {
  /** The messages of the conversation, oldest first. */
  readonly messages: readonly Message[];
  /** Those of the direct conversation. */
  readonly users: readonly UserId[];
  /** Those in the channel, where that is known. */
  readonly subscribers: ReadonlySet<UserId> | undefined;
}

/**
 * How far people are from what is being written: those who wrote there come first, the last one foremost, then who is in
 * the channel, and then with whom one has talked last.
 */
export function distanceOfPeople(state: State, { messages, users, subscribers }: Around): (id: UserId) => number {
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

/** One's own channels come before others, the one that is written to foremost. */
export function distanceOfChannels(state: State, here: ChannelId | undefined): (id: ChannelId) => number {
  return (id) => {
    if (id === here) return 0;
    const subscription = subscriptionTo(state, id);
    if (subscription === undefined) return 4;
    return subscription.is_muted ? 3 : subscription.pin_to_top ? 1 : 2;
  };
}
