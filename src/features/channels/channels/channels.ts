import type { ChannelId, ConversationId, UserId } from "../../../protocol/ids.ts";
import { nameKey } from "../../../protocol/name-key.ts";
import { type ChannelPermissions, channelPermissions } from "../../../protocol/permission-settings.ts";
import type { Audience } from "../../../realm/events/event.ts";
import { cacheKey, hook, type Realm } from "../../../realm/realm.ts";
import { entryOf } from "../../../util/collections.ts";
import { storedPermissions, systemGroupIds } from "../../organization/user-groups/user-groups.ts";
import type { ChangeableColumns, ChannelRow, NewChannelRow, SpanRow, SubscriptionRow } from "./rows.ts";
import * as rows from "./rows.ts";
import { subscriberList } from "./subscribers.ts";

export { isSubscribed, subscribersOf } from "./subscribers.ts";

export interface Channel extends Omit<ChannelRow, "permissions"> {
  readonly permissions: ChannelPermissions;
}

interface Channels {
  readonly byId: Map<ChannelId, Channel>;
  readonly byName: Map<string, Channel>;
  readonly byConversation: Map<ConversationId, Channel>;
}

const channelsKey = cacheKey<Channels>("channels");

/** All channels in memory, by id, name and conversation, ordered by id. Kept up to date by writes. */
export const channelIndex = (
  realm: Realm,
): { readonly [Name in keyof Channels]: Channels[Name] extends Map<infer K, infer V> ? ReadonlyMap<K, V> : never } =>
  channelMaps(realm);

export const everyChannel = (realm: Realm): Channel[] => [...channelIndex(realm).byId.values()];

const channelMaps = (realm: Realm): Channels =>
  realm.cached(channelsKey, () => {
    const channels: Channels = { byId: new Map(), byName: new Map(), byConversation: new Map() };
    for (const row of rows.allChannels.all(realm.sql, {})) addToIndex(channels, parseRow(realm, row));
    return channels;
  });

const parsePermissions = storedPermissions("channels.permissions", channelPermissions);

const parseRow = (realm: Realm, row: ChannelRow): Channel => ({
  ...row,
  permissions: parsePermissions(row.permissions, row.id, systemGroupIds(realm)),
});

function addToIndex({ byId, byName, byConversation }: Channels, channel: Channel): Channel {
  byId.set(channel.id, channel);
  byName.set(nameKey(channel.name), channel);
  byConversation.set(channel.conversation_id, channel);
  return channel;
}

/** Inserts a new channel. The caller emits it. */
export function addChannel(
  realm: Realm,
  { permissions, ...row }: Omit<NewChannelRow, "name_key" | "permissions"> & { permissions: ChannelPermissions },
): Channel {
  const channels = channelMaps(realm);
  const name_key = nameKey(row.name);
  return addToIndex(
    channels,
    parseRow(realm, rows.insertChannel.one(realm.sql, { ...row, name_key, permissions: JSON.stringify(permissions) })),
  );
}

type Changes = Partial<Omit<ChangeableColumns, "name_key" | "permissions">> & { permissions?: ChannelPermissions };

/** Writes changes to a channel, and returns the changed channel. The caller emits them. */
export function writeChannel(realm: Realm, { id }: Pick<Channel, "id">, changes: Changes): Channel {
  const channels = channelMaps(realm);
  const current = channels.byId.get(id);
  if (current === undefined) throw new Error(`no channel ${id}`);
  const changed = { ...current, ...changes };
  const name_key = nameKey(changed.name);
  const permissions = JSON.stringify(changed.permissions);
  channels.byName.delete(nameKey(current.name));
  return addToIndex(
    channels,
    parseRow(realm, rows.updateChannel.one(realm.sql, { ...changed, name_key, permissions })),
  );
}

/** Returns a user's subscription to a channel, active or ended. */
export const subscriptionIn = (realm: Realm, user: UserId, channel: ChannelId): SubscriptionRow | undefined =>
  rows.subscriptionOf.first(realm.sql, { user, channel });

const mutedKey = cacheKey<Map<UserId, ReadonlySet<ChannelId>>>("channels muted by users");
const MAX_CACHED = 2000;

/**
 * Whether a user's subscription to a channel, active or ended, is muted. Cached, because every message the user sends
 * needs it.
 */
export function hasMuted(realm: Realm, user: UserId, channel: ChannelId): boolean {
  const cached = realm.cached(mutedKey, () => new Map<UserId, ReadonlySet<ChannelId>>());
  if (cached.size >= MAX_CACHED) cached.clear();
  const muted = entryOf(cached, user, () => {
    const found = subscriptionsOf(realm, user).filter(({ is_muted }) => is_muted === 1);
    return new Set(found.map(({ channel_id }) => channel_id));
  });
  return muted.has(channel);
}

/** Called when a subscription's settings change. */
export const forgetMuted = (realm: Realm): void => realm.forget(mutedKey);

export const subscriptionsOf = (realm: Realm, user: UserId): SubscriptionRow[] =>
  rows.subscriptionsOfUser.all(realm.sql, { user });

export const mutedChannelsOf = (realm: Realm, user: UserId): ChannelId[] =>
  rows.mutedSubscriptions.all(realm.sql, { user }).map(({ channel_id }) => channel_id);

export const subscriptionsIn = (
  realm: Realm,
  channel: ChannelId,
  users: readonly UserId[],
): ReadonlyMap<UserId, SubscriptionRow> =>
  new Map(
    rows.subscriptionsAmong.all(realm.sql, { channel, users: JSON.stringify(users) }).map((row) => [row.user_id, row]),
  );

/** Returns the users who turned on push or email notifications for a channel, subscribed or not. */
export const usersWanting = (
  realm: Realm,
  notices: keyof typeof rows.notifiedSubscribers,
  channel: ChannelId,
): UserId[] => rows.notifiedSubscribers[notices].all(realm.sql, { channel }).map(({ user_id }) => user_id);

export const receivedSpans = (realm: Realm, user: UserId): SpanRow[] => rows.spansOfUser.all(realm.sql, { user });

export const receivedIn = (realm: Realm, user: UserId, channel: ChannelId): SpanRow[] =>
  rows.spansInChannel.all(realm.sql, { user, channel });

/** Returns the users who received a channel message: in active subscriptions (`now`), and in ended ones (`past`). */
export function receiversOf(realm: Realm, channel: ChannelId, message: number) {
  const users = JSON.stringify([...subscriberList(realm, channel)]);
  const ids = (found: readonly { user_id: UserId }[]) => found.map(({ user_id }) => user_id);
  return {
    now: ids(rows.receiversNow.all(realm.sql, { users, channel, message })),
    past: ids(rows.receiversThen.all(realm.sql, { channel, message })),
  };
}

/** Returns the users who received some of a range of a channel's messages in ended subscriptions. */
export const formerReceiversOf = (realm: Realm, channel: ChannelId, first: number, last: number): UserId[] =>
  rows.receiversBetween.all(realm.sql, { channel, first, last }).map(({ user_id }) => user_id);

export const covers = ({ from_message, to_message }: SpanRow, message: number) =>
  from_message <= message && (to_message === null || message <= to_message);

export const channelEntity = ({ id, name }: Pick<Channel, "id" | "name">) => ({ type: "channel", id, name }) as const;

/** Runs when users are about to be unsubscribed from a channel that has messages. */
export const beforeUnsubscribeHook = hook<[channel: Channel, users: readonly UserId[]]>("before unsubscribe");

/** Runs when a channel has become private, or its history hidden from newcomers. */
export const channelNarrowedHook = hook<[channel: Channel]>("channel narrowed");

export const channelArchivedHook = hook<[channel: Channel]>("channel archived");

/**
 * Runs when a channel has been unarchived. By then, clients that lost it when it was archived have received their
 * subscriptions again.
 */
export const channelUnarchivedHook =
  hook<[channel: Channel, subscribers: ReadonlySet<UserId>, clients: Audience]>("channel unarchived");
