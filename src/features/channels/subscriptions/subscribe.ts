import type { ChannelId, UserId } from "../../../protocol/ids.ts";
import { limits } from "../../../protocol/limit-table.ts";
import {
  type ChannelPermissions,
  channelPermissions,
  defaultPermissions,
} from "../../../protocol/permission-settings.ts";
import { checkOrganizationHas } from "../../../protocol/quota.ts";
import { among, within } from "../../../realm/events/event.ts";
import type { Realm } from "../../../realm/realm.ts";
import { entryOf } from "../../../util/collections.ts";
import { newChannelConversation } from "../../conversations/conversations.ts";
import type { User } from "../../organization/accounts/accounts.ts";
import { withGuestVisibilityEvents } from "../../organization/accounts/visibility-events.ts";
import { retentionChangedHook } from "../../organization/organization-settings/hooks.ts";
import { systemGroupIds } from "../../organization/user-groups/user-groups.ts";
import { audit } from "../../trust/audit-log/audit.ts";
import { channelAudience, usersWithQueues } from "../channels/audience.ts";
import {
  type ChannelsByUser,
  emitChannelCreated,
  emitChannelDeleted,
  emitPeersChanged,
  emitSubscriptionsAdded,
  emitSubscriptionsRemoved,
  usersSeeing,
} from "../channels/channel-events.ts";
import type { TopicsPolicy } from "../channels/channel-fields.ts";
import {
  addChannel,
  beforeUnsubscribeHook,
  type Channel,
  channelEntity,
  channelIndex,
  isSubscribed,
  subscriptionsOf,
} from "../channels/channels.ts";
import { defaultChannels, emitDefaultChannels } from "../channels/default-channels/default-channels.ts";
import { beginSubscriptions, finishSubscriptions } from "../channels/subscribers.ts";

/** A channel to create. Omitted fields get their defaults. */
export interface NewChannel {
  readonly name: string;
  readonly description?: string;
  readonly rendered_description?: string;
  /** Null if created by the server itself. */
  readonly creator: UserId | null;
  readonly invite_only?: boolean;
  readonly is_web_public?: boolean;
  readonly is_default?: boolean;
  readonly default_push_notifications?: boolean;
  readonly closed_to_assistants?: boolean;
  readonly history_public_to_subscribers?: boolean;
  readonly message_retention_days?: number | null;
  readonly folder_id?: number | null;
  readonly topics_policy?: TopicsPolicy;
  readonly permissions?: Partial<ChannelPermissions>;
}

/** Creates a channel without subscribers, and emits it to those who can see it. */
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
    default_push_notifications: rest.default_push_notifications ?? false,
    closed_to_assistants: rest.closed_to_assistants ?? false,
    permissions: {
      ...defaultPermissions(channelPermissions, { groupIds: systemGroupIds(realm), creator }),
      ...permissions,
    },
  });
  const kind = { private: invite_only, web_public: rest.is_web_public ?? false };
  audit(realm, "channel.created", { of: channelEntity(channel), details: kind });
  emitChannelCreated(realm, channel);
  realm.run(retentionChangedHook, { isNew: true });
  if (is_default) emitDefaultChannels(realm);
  return channel;
}

interface SubscribeOptions {
  readonly channels: readonly Channel[];
  readonly users: readonly UserId[];
  /** Colors by channel. Other channels get each user's next color. */
  readonly colors?: ReadonlyMap<ChannelId, string>;
}

/**
 * Subscribes all users to all channels, without permission checks. Users who gain access receive the channel first
 * (register-and-events.md 5.3). Others who see the channel receive all its new subscribers in one event.
 */
export function subscribeUsers(
  realm: Realm,
  { channels, users, colors }: SubscribeOptions,
): { readonly subscribed: ChannelsByUser; readonly already: ChannelsByUser } {
  const subscribed = new Map<UserId, Channel[]>();
  const already = new Map<UserId, Channel[]>();
  const online = usersWithQueues(realm);
  const changes = [...new Set(channels)].flatMap((channel) => {
    const newSubscribers = users.filter((user) => !isSubscribed(realm, user, channel.id));
    for (const user of users) append(isSubscribed(realm, user, channel.id) ? already : subscribed, user, channel);
    if (newSubscribers.length === 0) return [];
    const withQueues = newSubscribers.filter((user) => online.has(user));
    const before = usersSeeing(realm, channel, withQueues);
    return [{ channel, newSubscribers, gaining: new Set(withQueues.filter((user) => !before.has(user))) }];
  });
  withGuestVisibilityEvents(realm, () => {
    for (const { channel, newSubscribers } of changes)
      beginSubscriptions(realm, channel.id, newSubscribers, colors?.get(channel.id));
  });
  for (const { channel, gaining } of changes) {
    if (gaining.size > 0) emitChannelCreated(realm, channel, within(channelAudience(realm, channel), gaining));
  }
  emitSubscriptionsAdded(realm, subscribed);
  for (const { channel, newSubscribers } of changes) emitPeersChanged(realm, channel, newSubscribers, "add");
  return { subscribed, already };
}

/** Subscribes a new account to the given channels. By default, users get the default channels and bots none. */
export function startSubscriptions(realm: Realm, user: User, given: readonly ChannelId[] | undefined): void {
  const { byId } = channelIndex(realm);
  const initial = user.bot_type === null ? defaultChannels(realm) : [];
  const channels = given === undefined ? initial : given.flatMap((id) => byId.get(id) ?? []);
  subscribeUsers(realm, { channels, users: [user.id] });
}

/** Ends subscriptions, without permission checks. Marks the channels' unread messages as read. */
export function unsubscribeUsers(
  realm: Realm,
  { channels, users }: { readonly channels: readonly Channel[]; readonly users: readonly UserId[] },
): { readonly removed: ChannelsByUser; readonly notSubscribed: ChannelsByUser } {
  const removed = new Map<UserId, Channel[]>();
  const notSubscribed = new Map<UserId, Channel[]>();
  for (const channel of channels) {
    const leaving = users.filter((user) => isSubscribed(realm, user, channel.id));
    for (const user of users) append(isSubscribed(realm, user, channel.id) ? removed : notSubscribed, user, channel);
    if (leaving.length > 0 && channel.first_message_id !== null) realm.run(beforeUnsubscribeHook, channel, leaving);
  }
  endSubscriptions(realm, removed, { suspended: false });
  return { removed, notSubscribed };
}

/**
 * Suspends a deactivated account's subscriptions until it is reactivated. To other users, the subscriptions end. Unread
 * messages are marked as read, as for all who unsubscribe.
 */
export function suspendSubscriptions(realm: Realm, user: UserId): void {
  const channels = channelsWhere(realm, user, ({ active }) => active === 1);
  for (const channel of channels)
    if (channel.first_message_id !== null) realm.run(beforeUnsubscribeHook, channel, [user]);
  if (channels.length > 0) endSubscriptions(realm, new Map([[user, channels]]), { suspended: true });
}

export function resumeSubscriptions(realm: Realm, user: UserId): void {
  const channels = channelsWhere(realm, user, ({ suspended }) => suspended === 1);
  subscribeUsers(realm, { channels, users: [user] });
}

function channelsWhere(realm: Realm, user: UserId, which: (row: { active: number; suspended: number }) => boolean) {
  const { byId } = channelIndex(realm);
  const ids: ChannelId[] = subscriptionsOf(realm, user)
    .filter(which)
    .map((row) => row.channel_id);
  return ids.flatMap((id) => byId.get(id) ?? []);
}

function endSubscriptions(realm: Realm, removed: ChannelsByUser, { suspended }: { suspended: boolean }): void {
  const left = new Map<Channel, UserId[]>();
  for (const [user, channels] of removed) for (const channel of channels) append(left, channel, user);
  const online = usersWithQueues(realm);
  withGuestVisibilityEvents(realm, () => {
    for (const [channel, users] of left) finishSubscriptions(realm, channel.id, users, { suspended });
  });
  emitSubscriptionsRemoved(realm, removed);
  for (const [channel, users] of left) {
    emitPeersChanged(realm, channel, users, "remove");
    const withQueues = users.filter((user) => online.has(user));
    const remaining = usersSeeing(realm, channel, withQueues);
    const affected = new Set(withQueues.filter((user) => !remaining.has(user)));
    if (affected.size > 0) emitChannelDeleted(realm, channel, among(affected));
  }
}

const append = <K, V>(map: Map<K, V[]>, key: K, value: V) => entryOf(map, key, (): V[] => []).push(value);
