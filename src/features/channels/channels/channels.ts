import type { ChannelId, ConversationId, UserId } from "../../../protocol/ids.ts";
import { type ChannelPermissions, channelPermissions } from "../../../protocol/permission-settings.ts";
import { cacheKey, type Realm } from "../../../realm/realm.ts";
import { systemGroupIds } from "../../organization/groups/groups.ts";
import { storedPermissions } from "../../organization/groups/stored-permissions.ts";
import {
  allChannels,
  type ChangeableColumns,
  type ChannelRow,
  insertChannel,
  mutedSubscriptions,
  type NewChannelRow,
  pushedSubscribers,
  receiversNow,
  receiversThen,
  type SpanRow,
  type SubscriptionRow,
  spansInChannel,
  spansOfUser,
  subscriptionOf,
  subscriptionsAmong,
  subscriptionsOfUser,
  updateChannel,
} from "./rows.ts";
import { subscriberList } from "./subscribers.ts";

export { isSubscribed, subscribersOf } from "./subscribers.ts";

/** A channel with its permissions read. */
export interface Channel extends Omit<ChannelRow, "permissions"> {
  readonly permissions: ChannelPermissions;
}

/** What topics a channel takes; `inherit` is what the organization says (conventions.md 8). */
export const TOPICS_POLICIES = ["inherit", "allow_empty_topic", "disable_empty_topic", "empty_topic_only"] as const;
export type TopicsPolicy = (typeof TOPICS_POLICIES)[number];

interface Channels {
  readonly byId: Map<ChannelId, Channel>;
  readonly byName: Map<string, Channel>;
  readonly byConversation: Map<ConversationId, Channel>;
}

const channelsKey = cacheKey<Channels>("channels");

/** Names are the same whatever their case (channels-topics.md 2). */
export const nameKey = (name: string) => name.trim().normalize("NFC").toLowerCase();

/** All channels, in the order of their ids; kept in memory, and up to date by those who write them. */
export const channelIndex = (
  realm: Realm,
): { readonly [Name in keyof Channels]: Channels[Name] extends Map<infer K, infer V> ? ReadonlyMap<K, V> : never } =>
  channelMaps(realm);

export const everyChannel = (realm: Realm): Channel[] => [...channelIndex(realm).byId.values()];

const channelMaps = (realm: Realm): Channels =>
  realm.cached(channelsKey, () => {
    const channels: Channels = { byId: new Map(), byName: new Map(), byConversation: new Map() };
    for (const row of allChannels.all(realm.sql, {})) enter(channels, read(realm, row));
    return channels;
  });

const readPermissions = storedPermissions("channels.permissions", channelPermissions);

const read = (realm: Realm, row: ChannelRow): Channel => ({
  ...row,
  permissions: readPermissions(row.permissions, row.id, systemGroupIds(realm)),
});

function enter({ byId, byName, byConversation }: Channels, channel: Channel): Channel {
  byId.set(channel.id, channel);
  byName.set(nameKey(channel.name), channel);
  byConversation.set(channel.conversation_id, channel);
  return channel;
}

/** Writes a new channel's row; telling it is for the caller. */
export function addChannel(
  realm: Realm,
  { permissions, ...row }: Omit<NewChannelRow, "name_key" | "permissions"> & { permissions: ChannelPermissions },
): Channel {
  const channels = channelMaps(realm);
  const name_key = nameKey(row.name);
  return enter(
    channels,
    read(realm, insertChannel.one(realm.sql, { ...row, name_key, permissions: JSON.stringify(permissions) })),
  );
}

type Changes = Partial<Omit<ChangeableColumns, "name_key" | "permissions">> & { permissions?: ChannelPermissions };

/** Writes what changes of a channel, and returns it as it is then; telling it is for the caller. */
export function writeChannel(realm: Realm, { id }: Pick<Channel, "id">, changes: Changes): Channel {
  const channels = channelMaps(realm);
  const current = channels.byId.get(id);
  if (current === undefined) throw new Error(`no channel ${id}`);
  const changed = { ...current, ...changes };
  const name_key = nameKey(changed.name);
  const permissions = JSON.stringify(changed.permissions);
  channels.byName.delete(nameKey(current.name));
  return enter(channels, read(realm, updateChannel.one(realm.sql, { ...changed, name_key, permissions })));
}

/** A user's settings for a channel: also of one that they have left. */
export const subscriptionIn = (realm: Realm, user: UserId, channel: ChannelId): SubscriptionRow | undefined =>
  subscriptionOf.first(realm.sql, { user, channel });

export const subscriptionsOf = (realm: Realm, user: UserId): SubscriptionRow[] =>
  subscriptionsOfUser.all(realm.sql, { user });

/** The channels that a user is subscribed to and has muted. */
export const mutedChannelsOf = (realm: Realm, user: UserId): ChannelId[] =>
  mutedSubscriptions.all(realm.sql, { user }).map(({ channel_id }) => channel_id);

/** The settings of many users for one channel. */
export const subscriptionsIn = (
  realm: Realm,
  channel: ChannelId,
  users: readonly UserId[],
): ReadonlyMap<UserId, SubscriptionRow> =>
  new Map(
    subscriptionsAmong.all(realm.sql, { channel, users: JSON.stringify(users) }).map((row) => [row.user_id, row]),
  );

/** Who has asked for a push for all that is sent to a channel, subscribed or not. */
export const usersWantingPushesOf = (realm: Realm, channel: ChannelId): UserId[] =>
  pushedSubscribers.all(realm.sql, { channel }).map(({ user_id }) => user_id);

/** What a user received of all channels, as a subscriber at that time. */
export const receivedSpans = (realm: Realm, user: UserId): SpanRow[] => spansOfUser.all(realm.sql, { user });

/** What a user received of one channel. */
export const receivedIn = (realm: Realm, user: UserId, channel: ChannelId): SpanRow[] =>
  spansInChannel.all(realm.sql, { user, channel });

/** Who received a message of a channel: in subscriptions that go on, and in those that have ended since. */
export function receiversOf(realm: Realm, channel: ChannelId, message: number) {
  const users = JSON.stringify([...subscriberList(realm, channel)]);
  const ids = (rows: readonly { user_id: UserId }[]) => rows.map(({ user_id }) => user_id);
  return {
    now: ids(receiversNow.all(realm.sql, { users, channel, message })),
    past: ids(receiversThen.all(realm.sql, { channel, message })),
  };
}

export const covers = ({ from_message, to_message }: SpanRow, message: number) =>
  from_message <= message && (to_message === null || message <= to_message);
