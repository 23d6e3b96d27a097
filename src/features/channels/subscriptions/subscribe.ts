import type { ChannelId, UserId } from "../../../protocol/ids.ts";
import { limits } from "../../../protocol/limit-table.ts";
import {
  type ChannelPermissions,
  channelPermissions,
  defaultPermissions,
} from "../../../protocol/permission-settings.ts";
import { checkOrganizationHas } from "../../../protocol/stock.ts";
import { among } from "../../../realm/events/event.ts";
import type { Realm } from "../../../realm/realm.ts";
import { entryOf } from "../../../util/collections.ts";
import { newChannelConversation } from "../../conversations/conversations.ts";
import { systemGroupIds } from "../../organization/groups/groups.ts";
import { retentionChangedHook } from "../../organization/realm/hooks.ts";
import type { User } from "../../organization/users/users.ts";
import { withGuestVisibilityEvents } from "../../organization/users/visibility-events.ts";
import { usersWithQueues } from "../channels/audience.ts";
import {
  type ChannelsByUser,
  emitChannelCreated,
  emitChannelDeleted,
  emitPeersChanged,
  emitSubscriptionsAdded,
  emitSubscriptionsRemoved,
  usersSeeing,
} from "../channels/channel-events.ts";
import {
  addChannel,
  type Channel,
  channelIndex,
  isSubscribed,
  subscriptionsOf,
  type TopicsPolicy,
} from "../channels/channels.ts";
import { defaultChannels, emitDefaultChannels } from "../channels/default-channels.ts";
import { beforeUnsubscribeHook } from "../channels/hooks.ts";
import { beginSubscriptions, finishSubscriptions } from "../channels/subscribers.ts";

export interface NewChannel {
  readonly name: string;
  readonly description?: string;
  readonly rendered_description?: string;
  /** Null where the server itself makes it. */
  readonly creator: UserId | null;
  readonly invite_only?: boolean;
  readonly is_web_public?: boolean;
  readonly is_default?: boolean;
  readonly history_public_to_subscribers?: boolean;
  readonly message_retention_days?: number | null;
  readonly folder_id?: number | null;
  readonly topics_policy?: TopicsPolicy;
  readonly permissions?: Partial<ChannelPermissions>;
}

/** Makes a channel that nobody is subscribed to yet, and tells those who may know of it. */
export function createChannel(realm: Realm, { name, creator, permissions, ...rest }: NewChannel): Channel {
  checkOrganizationHas(channelIndex(realm).byId.size + 1, limits.organization.channels, "channels");
  const { invite_only = false, is_default = false } = rest;
  const channel = addChannel(realm, {
    conversation_id: newChannelConversation(realm),
    name,
    description: rest.description ?? "",
    rendered_description: rest.rendered_description ?? "",
    date_created: realm.seconds(),
    creator_id: creator,
    invite_only,
    is_web_public: rest.is_web_public ?? false,
    history_public_to_subscribers: rest.history_public_to_subscribers ?? !invite_only,
    message_retention_days: rest.message_retention_days ?? null,
    folder_id: rest.folder_id ?? null,
    topics_policy: rest.topics_policy ?? "inherit",
    is_default,
    permissions: {
      ...defaultPermissions(channelPermissions, { groupIds: systemGroupIds(realm), creator }),
      ...permissions,
    },
  });
  emitChannelCreated(realm, channel);
  realm.run(retentionChangedHook);
  if (is_default) emitDefaultChannels(realm);
  return channel;
}

interface SubscribeOptions {
  readonly channels: readonly Channel[];
  readonly users: readonly UserId[];
  /** For channels that are to have a certain colour; the others get each user's next one. */
  readonly colors?: ReadonlyMap<ChannelId, string>;
}

/**
 * Subscribes all users to all channels, whoever asks. Those to whom it gives access learn of the channel first
 * (register-and-events.md 5.3); its other usersSeeing learn of all the new subscribers at once.
 */
export function subscribeUsers(
  realm: Realm,
  { channels, users, colors }: SubscribeOptions,
): { readonly subscribed: ChannelsByUser; readonly already: ChannelsByUser } {
  const subscribed = new Map<UserId, Channel[]>();
  const already = new Map<UserId, Channel[]>();
  const joined: { channel: Channel; newcomers: UserId[] }[] = [];
  const online = usersWithQueues(realm);
  for (const channel of channels) {
    const newcomers = users.filter((user) => !isSubscribed(realm, user, channel.id));
    for (const user of users) append(isSubscribed(realm, user, channel.id) ? already : subscribed, user, channel);
    if (newcomers.length === 0) continue;
    const listening = newcomers.filter((user) => online.has(user));
    const before = usersSeeing(realm, channel, listening);
    withGuestVisibilityEvents(realm, () => beginSubscriptions(realm, channel.id, newcomers, colors?.get(channel.id)));
    joined.push({ channel, newcomers });
    const strangers = new Set(listening.filter((user) => !before.has(user)));
    if (strangers.size > 0) emitChannelCreated(realm, channel, among(strangers));
  }
  emitSubscriptionsAdded(realm, subscribed);
  for (const { channel, newcomers } of joined) emitPeersChanged(realm, channel, newcomers, "add");
  return { subscribed, already };
}

/** Subscribes a new account: a person to the default channels and a bot to none, unless others are given. */
export function startSubscriptions(realm: Realm, user: User, given: readonly ChannelId[] | undefined): void {
  const { byId } = channelIndex(realm);
  const usual = user.bot_type === null ? defaultChannels(realm) : [];
  const channels = given === undefined ? usual : given.flatMap((id) => byId.get(id) ?? []);
  subscribeUsers(realm, { channels, users: [user.id] });
}

/** Ends subscriptions, whoever asks; what was unread in the channels counts as read. */
export function unsubscribeUsers(
  realm: Realm,
  { channels, users }: { readonly channels: readonly Channel[]; readonly users: readonly UserId[] },
): { readonly removed: ChannelsByUser; readonly notSubscribed: ChannelsByUser } {
  const removed = new Map<UserId, Channel[]>();
  const notSubscribed = new Map<UserId, Channel[]>();
  for (const channel of channels) {
    const leavers = users.filter((user) => isSubscribed(realm, user, channel.id));
    for (const user of users) append(isSubscribed(realm, user, channel.id) ? removed : notSubscribed, user, channel);
    if (leavers.length > 0 && channel.first_message_id !== null) realm.run(beforeUnsubscribeHook, channel, leavers);
  }
  end(realm, removed, { suspended: false });
  return { removed, notSubscribed };
}

/**
 * Ends the subscriptions of an account that is deactivated: for others to see, and to come back with it. What was unread
 * counts as read, as for all who leave.
 */
export function suspendSubscriptions(realm: Realm, user: UserId): void {
  const channels = channelsOf(realm, user, ({ active }) => active === 1);
  for (const channel of channels)
    if (channel.first_message_id !== null) realm.run(beforeUnsubscribeHook, channel, [user]);
  if (channels.length > 0) end(realm, new Map([[user, channels]]), { suspended: true });
}

/** Brings back the subscriptions of an account that is active again. */
export function resumeSubscriptions(realm: Realm, user: UserId): void {
  const channels = channelsOf(realm, user, ({ suspended }) => suspended === 1);
  subscribeUsers(realm, { channels, users: [user] });
}

function channelsOf(realm: Realm, user: UserId, which: (row: { active: number; suspended: number }) => boolean) {
  const { byId } = channelIndex(realm);
  const ids: ChannelId[] = subscriptionsOf(realm, user)
    .filter(which)
    .map((row) => row.channel_id);
  return ids.flatMap((id) => byId.get(id) ?? []);
}

function end(realm: Realm, removed: ChannelsByUser, { suspended }: { suspended: boolean }): void {
  const left = new Map<Channel, UserId[]>();
  for (const [user, channels] of removed) for (const channel of channels) append(left, channel, user);
  const online = usersWithQueues(realm);
  withGuestVisibilityEvents(realm, () => {
    for (const [channel, users] of left) finishSubscriptions(realm, channel.id, users, { suspended });
  });
  emitSubscriptionsRemoved(realm, removed);
  for (const [channel, users] of left) {
    emitPeersChanged(realm, channel, users, "remove");
    const listening = users.filter((user) => online.has(user));
    const remaining = usersSeeing(realm, channel, listening);
    const strangers = new Set(listening.filter((user) => !remaining.has(user)));
    if (strangers.size > 0) emitChannelDeleted(realm, channel, among(strangers));
  }
}

const append = <K, V>(map: Map<K, V[]>, key: K, value: V) => entryOf(map, key, (): V[] => []).push(value);
