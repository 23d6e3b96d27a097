import type { ChannelPermissions } from "../../protocol/permission-settings.ts";
import type { ChannelId, ConversationId, UserId } from "../../protocol/ids.ts";
import { cacheKey, type Realm } from "../../realm/realm.ts";
import {
  allChannels,
  type ChannelRow,
  type SpanRow,
  spansInChannel,
  subscribersOfChannel,
  subscriptionOf,
  type SubscriptionRow,
} from "./rows.ts";

/** A channel with its permissions read. */
export interface Channel extends Omit<ChannelRow, "permissions"> {
  readonly permissions: ChannelPermissions;
}

interface Channels {
  readonly byId: ReadonlyMap<ChannelId, Channel>;
  readonly byName: ReadonlyMap<string, Channel>;
  readonly byConversation: ReadonlyMap<ConversationId, Channel>;
}

const channelsKey = cacheKey<Channels>("channels");
const subscribersKey = cacheKey<Map<ChannelId, Set<UserId>>>("subscribers");

/** Names are the same whatever their case (channels-topics.md 2). */
export const nameKey = (name: string) => name.trim().normalize("NFC").toLowerCase();

export const allTheChannels = (realm: Realm): Channels =>
  realm.cached(channelsKey, () => {
    const all = allChannels.all(realm.sql, {}).map(
      (row): Channel => ({ ...row, permissions: JSON.parse(row.permissions) as ChannelPermissions }),
    );
    return {
      byId: new Map(all.map((channel) => [channel.id, channel])),
      byName: new Map(all.map((channel) => [nameKey(channel.name), channel])),
      byConversation: new Map(all.map((channel) => [channel.conversation_id, channel])),
    };
  });

/** To be called by whoever writes a channel's row. */
export const forgetChannels = (realm: Realm) => realm.forget(channelsKey);

/** Who is subscribed now; the set is kept up to date by those who change subscriptions. */
export function subscribersOf(realm: Realm, channel: ChannelId): ReadonlySet<UserId> {
  return subscriberSet(realm, channel);
}

export function noteSubscriber(realm: Realm, channel: ChannelId, user: UserId, subscribed: boolean): void {
  const set = subscriberSet(realm, channel);
  if (subscribed) set.add(user);
  else set.delete(user);
}

function subscriberSet(realm: Realm, channel: ChannelId): Set<UserId> {
  const sets = realm.cached(subscribersKey, () => new Map<ChannelId, Set<UserId>>());
  let set = sets.get(channel);
  if (set === undefined) {
    set = new Set(subscribersOfChannel.all(realm.sql, { channel }).map((row) => row.user_id));
    sets.set(channel, set);
  }
  return set;
}

export function isSubscribed(realm: Realm, user: UserId, channel: ChannelId): boolean {
  return subscriptionOf.first(realm.sql, { user, channel })?.active === 1;
}

export const subscriptionIn = (realm: Realm, user: UserId, channel: ChannelId): SubscriptionRow | undefined =>
  subscriptionOf.first(realm.sql, { user, channel });

/** Whether a user received a message of a channel, as a subscriber at that time. */
export function received(realm: Realm, user: UserId, channel: ChannelId, message: number): boolean {
  return spansInChannel.all(realm.sql, { user, channel }).some((span) => covers(span, message));
}

export const covers = ({ from_message, to_message }: SpanRow, message: number) =>
  from_message <= message && (to_message === null || message <= to_message);
