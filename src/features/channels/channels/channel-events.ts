import { unpacked } from "../../../database/stored.ts";
import { namesUser } from "../../../protocol/group-setting-value.ts";
import type { UserId } from "../../../protocol/ids.ts";
import { type Audience, among, both, everyone, only, within } from "../../../realm/events/event.ts";
import type { Realm } from "../../../realm/realm.ts";
import { visibleValue } from "../../organization/user-groups/access.ts";
import { channelAudience, seesChannel, usersWithQueues } from "./audience.ts";
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

/** Emits the creation of a channel, by default to everyone who can see it. */
export function emitChannelCreated(
  realm: Realm,
  channel: Channel,
  audience: Audience = channelAudience(realm, channel),
): void {
  realm.emit(channelsCreated({ streams: [channelObject(realm, channel)] }), audience);
}

type Update = Omit<Parameters<typeof channelUpdated>[0], "stream_id" | "name"> & { readonly name?: string };

/** Emits a changed property of a channel to those in the audience who can see it. */
export function emitChannelUpdated(
  realm: Realm,
  channel: Channel,
  update: Update,
  audience: Audience = everyone,
): void {
  const event = channelUpdated({ stream_id: channel.id, name: channel.name, ...update });
  realm.emit(event, both(audience, channelAudience(realm, channel)));
}

export function emitChannelPermissionsNaming(realm: Realm, user: UserId, audience: Audience): void {
  for (const channel of everyChannel(realm)) {
    for (const [property, value] of Object.entries(channel.permissions)) {
      if (!namesUser(value, user)) continue;
      emitChannelUpdated(realm, channel, { property, value: visibleValue(realm, value) }, audience);
    }
  }
}

/** Emits the deletion of a channel to users who can no longer see it. */
export function emitChannelDeleted(realm: Realm, channel: Channel, audience: Audience): void {
  realm.emit(channelsDeleted({ stream_ids: [channel.id] }), audience);
}

/** Returns which of the given users see a channel now, to compare before and after a change. */
export function usersSeeing(realm: Realm, channel: Channel, users: Iterable<UserId>): Set<UserId> {
  return new Set([...users].filter((user) => seesChannel(realm, user, channel)));
}

export type ChannelsByUser = ReadonlyMap<UserId, readonly Channel[]>;

/** Emits new subscriptions to their subscribers, in one event per set of channels and settings. */
export function emitSubscriptionsAdded(realm: Realm, added: ChannelsByUser, audience: Audience = everyone): void {
  const online = [...usersWithQueues(realm)].filter((user) => added.has(user));
  const needsSubscribers = online.some((user) =>
    [...realm.queues.ofUser(user)].some(({ client }) => client.include_subscribers),
  );
  const sameChannels = Map.groupBy(online, (user) => channelIds(added.get(user)).join());
  for (const users of sameChannels.values()) {
    const channels = added.get(users[0] as UserId) ?? [];
    const payload = {
      channels: channels.map((channel) => channelObject(realm, channel)),
      subscribers: needsSubscribers ? channels.map((channel) => [...subscriberList(realm, channel.id)]) : null,
    };
    const sameSettings = Map.groupBy(users, (user) => JSON.stringify(ownFields(realm, user, channels)));
    const audiences = [...sameSettings].map(([share, who]) =>
      both(among(new Set(who), unpacked<object>(share)), audience),
    );
    realm.emit(subscriptionsAdded(payload), ...audiences);
  }
}

function ownFields(realm: Realm, user: UserId, channels: readonly Channel[]) {
  const rows = channels.flatMap((channel) => subscriptionIn(realm, user, channel.id) ?? []);
  return { personal: rows.map(personalSettings), defaults: notificationDefaults(realm, user) };
}

const channelIds = (channels: readonly Channel[] = []) => channels.map(({ id }) => id);

export function emitSubscriptionsRemoved(realm: Realm, removed: ChannelsByUser): void {
  for (const user of usersWithQueues(realm)) {
    const channels = removed.get(user);
    if (channels === undefined) continue;
    const subscriptions = channels.map(({ id, name }) => ({ stream_id: id, name }));
    realm.emit(subscriptionsRemoved({ subscriptions }), only(user));
  }
}

/** Emits new or former subscribers of a channel to all others who see it. */
export function emitPeersChanged(realm: Realm, channel: Channel, users: readonly UserId[], op: "add" | "remove"): void {
  const themselves = new Set(users);
  const { includes } = channelAudience(realm, channel);
  const others: Audience = {
    includes: (user, client, queue) => !themselves.has(user) && includes(user, client, queue),
  };
  realm.emit(peers(channel, users, op), others);
  // New subscribers receive the whole list with their subscription.
  if (op === "remove") emitPeersToEachOther(realm, channel, users);
}

const peers = ({ id }: Channel, users: readonly UserId[], op: "add" | "remove") =>
  (op === "add" ? peersAdded : peersRemoved)({ stream_ids: [id], user_ids: [...users].sort((a, b) => a - b) });

/**
 * Notifies each former subscriber who still sees a channel about the others. Halving the list repeatedly keeps the
 * events short: n users take n log n ids in total, not n squared.
 */
function emitPeersToEachOther(realm: Realm, channel: Channel, users: readonly UserId[]): void {
  if (users.length < 2 || !users.some((user) => realm.queues.listens(user))) return;
  const middle = users.length >>> 1;
  const [first, second] = [users.slice(0, middle), users.slice(middle)];
  const emitTo = (some: readonly UserId[], others: readonly UserId[]) =>
    realm.emit(peers(channel, others, "remove"), within(channelAudience(realm, channel), new Set(some)));
  emitTo(first, second);
  emitTo(second, first);
  for (const half of [first, second]) emitPeersToEachOther(realm, channel, half);
}

/** Changes and emits a personal setting for a channel. Muting is emitted under its older name, too (seed 6). */
export function changePersonalSetting(realm: Realm, row: SubscriptionRow, change: PersonalChange): void {
  if (!writePersonalSetting(realm, row, change)) return;
  const { name: property, value } = change;
  const stream_id = row.channel_id;
  const self = only(row.user_id);
  realm.emit(subscriptionUpdated({ stream_id, property, value }), self);
  if (property !== "is_muted") return;
  realm.emit(subscriptionUpdated({ stream_id, property: "in_home_view", value: !value }), self);
}

/** Emits a channel's subscribers to users who can now see it. */
export function emitSubscriberList(realm: Realm, channel: Channel, audience: Audience): void {
  const user_ids = [...subscriberList(realm, channel.id)];
  if (user_ids.length > 0) realm.emit(peersAdded({ stream_ids: [channel.id], user_ids }), audience);
}
