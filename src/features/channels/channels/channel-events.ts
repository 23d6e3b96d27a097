import { unpacked } from "../../../database/stored.ts";
import { namesUser } from "../../../protocol/group-setting-value.ts";
import type { UserId } from "../../../protocol/ids.ts";
import { type Audience, among, everyone, only } from "../../../realm/events/event.ts";
import type { Realm } from "../../../realm/realm.ts";
import { visibleValue } from "../../organization/groups/access.ts";
import { both, channelAudience, seesChannel, usersWithQueues } from "./audience.ts";
import { channelObject } from "./channel-object.ts";
import { type Channel, everyChannel, subscriptionIn } from "./channels.ts";
import {
  channelsCreated,
  channelsDeleted,
  channelUpdated,
  peersAdded,
  peersRemoved,
  subscriptionsAdded,
  subscriptionsRemoved,
  subscriptionUpdated,
} from "./events.ts";
import {
  notificationDefaults,
  type PersonalChange,
  personalSettings,
  writePersonalSetting,
} from "./personal-settings.ts";
import type { SubscriptionRow } from "./rows.ts";
import { subscriberList } from "./subscribers.ts";

/** Tells a new channel to all who may know of it. */
export function emitChannelCreated(
  realm: Realm,
  channel: Channel,
  audience: Audience = channelAudience(realm, channel),
): void {
  realm.emit(channelsCreated({ streams: [channelObject(realm, channel)] }), audience);
}

type Update = Omit<Parameters<typeof channelUpdated>[0], "stream_id" | "name"> & { readonly name?: string };

/** Tells one changed property of a channel to all who may know of it. */
export function emitChannelUpdated(realm: Realm, channel: Channel, update: Update, which: Audience = everyone): void {
  const event = channelUpdated({ stream_id: channel.id, name: channel.name, ...update });
  realm.emit(event, both(channelAudience(realm, channel), which));
}

/** Tells each permission of a channel that names a user. */
export function emitChannelPermissionsNaming(realm: Realm, user: UserId, audience: Audience): void {
  for (const channel of everyChannel(realm)) {
    for (const [property, value] of Object.entries(channel.permissions)) {
      if (!namesUser(value, user)) continue;
      emitChannelUpdated(realm, channel, { property, value: visibleValue(realm, value) }, audience);
    }
  }
}

export function emitChannelDeleted(realm: Realm, channel: Channel, audience: Audience): void {
  realm.emit(channelsDeleted({ stream_ids: [channel.id] }), audience);
}

/** Who, of some users with a queue, sees a channel now: to be asked before and after what changes it. */
export function usersSeeing(realm: Realm, channel: Channel, users: Iterable<UserId>): Set<UserId> {
  return new Set([...users].filter((user) => seesChannel(realm, user, channel)));
}

/** Of each user, the channels that they have just subscribed to, or left. */
export type ChannelsByUser = ReadonlyMap<UserId, readonly Channel[]>;

/** Tells users what they are subscribed to now: all with the same channels and settings at once. */
export function emitSubscriptionsAdded(realm: Realm, added: ChannelsByUser, which: Audience = everyone): void {
  const online = [...usersWithQueues(realm)].filter((user) => added.has(user));
  const wanted = online.some((user) => [...realm.queues.ofUser(user)].some(({ client }) => client.include_subscribers));
  const sameChannels = Map.groupBy(online, (user) => channelIds(added.get(user)).join());
  for (const users of sameChannels.values()) {
    const channels = added.get(users[0] as UserId) ?? [];
    const payload = {
      channels: channels.map((channel) => channelObject(realm, channel)),
      subscribers: wanted ? channels.map((channel) => [...subscriberList(realm, channel.id)]) : null,
    };
    const sameSettings = Map.groupBy(users, (user) => JSON.stringify(ownShare(realm, user, channels)));
    const audiences = [...sameSettings].map(([share, who]) =>
      both(among(new Set(who), unpacked<object>(share)), which),
    );
    realm.emit(subscriptionsAdded(payload), ...audiences);
  }
}

function ownShare(realm: Realm, user: UserId, channels: readonly Channel[]) {
  const rows = channels.flatMap((channel) => subscriptionIn(realm, user, channel.id) ?? []);
  return { personal: rows.map(personalSettings), defaults: notificationDefaults(realm, user) };
}

const channelIds = (channels: readonly Channel[] = []) => channels.map(({ id }) => id);

/** Tells users what they have left. */
export function emitSubscriptionsRemoved(realm: Realm, removed: ChannelsByUser): void {
  for (const user of usersWithQueues(realm)) {
    const channels = removed.get(user);
    if (channels === undefined) continue;
    const subscriptions = channels.map(({ id, name }) => ({ stream_id: id, name }));
    realm.emit(subscriptionsRemoved({ subscriptions }), only(user));
  }
}

/** Tells all others who see a channel who has subscribed to it, or left it. */
export function emitPeersChanged(realm: Realm, channel: Channel, users: readonly UserId[], op: "add" | "remove"): void {
  const themselves = new Set(users);
  const { includes } = channelAudience(realm, channel);
  const peers = op === "add" ? peersAdded : peersRemoved;
  const others: Audience = {
    includes: (user, client, queue) => !themselves.has(user) && includes(user, client, queue),
  };
  realm.emit(peers({ stream_ids: [channel.id], user_ids: [...users].sort((a, b) => a - b) }), others);
}

/** Changes what a user wants of a channel. Muting is told under its older name too (seed 6). */
export function changePersonalSetting(realm: Realm, row: SubscriptionRow, change: PersonalChange): void {
  if (!writePersonalSetting(realm, row, change)) return;
  const { name: property, value } = change;
  const stream_id = row.channel_id;
  const self = only(row.user_id);
  realm.emit(subscriptionUpdated({ stream_id, property, value }), self);
  if (property !== "is_muted") return;
  realm.emit(subscriptionUpdated({ stream_id, property: "in_home_view", value: !value }), self);
}

/** Tells those who have come to see a channel who is subscribed to it. */
export function emitSubscriberList(realm: Realm, channel: Channel, audience: Audience): void {
  const user_ids = [...subscriberList(realm, channel.id)];
  if (user_ids.length > 0) realm.emit(peersAdded({ stream_ids: [channel.id], user_ids }), audience);
}
