import type { ChannelPermissions } from "../../protocol/permission-settings.ts";
import { leavePermissions } from "./group-setting.ts";
import type { Handlers } from "./handlers.ts";
import type { ChannelId, MessageId, UserId } from "./ids.ts";
import { keyedLists, without } from "./keyed-list.ts";
import type { State } from "./state.ts";
import type { PersonChange } from "./users.ts";

type Permissions = { -readonly [Name in keyof ChannelPermissions]: ChannelPermissions[Name] };

export interface Channel extends Permissions {
  readonly stream_id: ChannelId;
  name: string;
  description: string;
  rendered_description: string;
  date_created: number;
  creator_id: UserId | null;
  invite_only: boolean;
  is_web_public: boolean;
  is_archived: boolean;
  history_public_to_subscribers: boolean;
  /** Null: as in the organization; -1: for ever. */
  message_retention_days: number | null;
  first_message_id: MessageId | null;
  is_recently_active: boolean;
  /** Null where the channel is too new to say. */
  stream_weekly_traffic: number | null;
  subscriber_count: number;
  folder_id: number | null;
  /** `inherit`: as in the organization. */
  topics_policy: "inherit" | "allow_empty_topic" | "disable_empty_topic" | "empty_topic_only";
  stream_post_policy: number;
  is_announcement_only: boolean;
  /** Only where a client asks for them. */
  subscribers?: UserId[];
}

/** A channel that one is subscribed to, or once was, with one's own settings for it. */
export interface Subscription extends Channel {
  /** `#rrggbb` */
  color: string;
  is_muted: boolean;
  in_home_view: boolean;
  pin_to_top: boolean;
  /** Null: as in one's own settings. */
  desktop_notifications: boolean | null;
  audible_notifications: boolean | null;
  push_notifications: boolean | null;
  email_notifications: boolean | null;
  wildcard_mentions_notify: boolean | null;
}

export interface ChannelFolder {
  readonly id: number;
  name: string;
  description: string;
  rendered_description: string;
  date_created: number;
  creator_id: UserId | null;
  order: number;
  is_archived: boolean;
}

export interface DefaultChannelGroup {
  readonly id: number;
  readonly name: string;
  readonly description: string;
  readonly streams: readonly ChannelId[];
}

/** Each channel that one may see is in exactly one of the first three lists. */
export interface ChannelsState {
  subscriptions: Subscription[];
  unsubscribed: Subscription[];
  never_subscribed: Channel[];
  /** All channels once more, which the web client does not ask for. */
  streams?: Channel[];
  channel_folders: ChannelFolder[];
  realm_default_streams: ChannelId[];
  realm_default_stream_groups: readonly DefaultChannelGroup[];
}

/** A subscription is a channel too: one lookup finds both. */
const channels = keyedLists((channel: Channel) => channel.stream_id);

/** A channel that one is subscribed to. */
export const subscriptionTo = (state: State, id: ChannelId): Subscription | undefined =>
  channels.get(state.subscriptions, id) as Subscription | undefined;

/** A channel that one may see, whether subscribed or not. */
export const channelById = (state: State, id: ChannelId): Channel | Subscription | undefined =>
  channels.get(state.subscriptions, id) ??
  channels.get(state.unsubscribed, id) ??
  channels.get(state.never_subscribed, id);

/** All that the state has of a channel. */
const entriesOf = (state: State, id: ChannelId): Channel[] =>
  [channelById(state, id), state.streams && channels.get(state.streams, id)].filter((one) => one !== undefined);

interface Peers {
  readonly stream_ids: readonly ChannelId[];
  readonly user_ids: readonly UserId[];
}

const changePeers =
  (into: (subscribers: readonly UserId[], ids: readonly UserId[]) => UserId[], sign: 1 | -1) =>
  (state: State, { stream_ids, user_ids }: Peers): void => {
    for (const channel of stream_ids.flatMap((id) => entriesOf(state, id))) {
      channel.subscriber_count += sign * user_ids.length;
      if (channel.subscribers !== undefined) channel.subscribers = into(channel.subscribers, user_ids);
    }
  };

function createChannels(state: State, { streams }: { readonly streams: readonly Channel[] }): void {
  for (const channel of streams) {
    const isKnown = channelById(state, channel.stream_id) !== undefined;
    // Those who are subscribed to what has become visible are told of by events that follow.
    const shown = isKnown ? channel : { ...channel, subscriber_count: 0 };
    if (state.streams !== undefined) channels.put(state.streams, { ...shown });
    if (!isKnown) channels.put(state.never_subscribed, { ...shown });
  }
}

function deleteChannels(state: State, { stream_ids }: { readonly stream_ids: readonly ChannelId[] }): void {
  for (const list of [state.subscriptions, state.unsubscribed, state.never_subscribed, state.streams ?? []])
    for (const id of stream_ids) channels.take(list, id);
}

interface ChannelUpdate {
  readonly stream_id: ChannelId;
  readonly property: keyof Channel;
  readonly value: unknown;
}

/** Beside `property` there are fields that follow from it. */
function updateChannel(state: State, event: ChannelUpdate & Partial<Channel>): void {
  const { rendered_description, history_public_to_subscribers, is_web_public } = event;
  const more = { rendered_description, history_public_to_subscribers, is_web_public };
  const following = Object.entries(more).filter(([, value]) => value !== undefined);
  for (const channel of entriesOf(state, event.stream_id))
    Object.assign(channel, { [event.property]: event.value }, Object.fromEntries(following));
}

function subscribe(state: State, { subscriptions }: Pick<State, "subscriptions">): void {
  for (const subscription of subscriptions) {
    for (const list of [state.unsubscribed, state.never_subscribed]) channels.take(list, subscription.stream_id);
    channels.put(state.subscriptions, { ...subscription });
    for (const one of entriesOf(state, subscription.stream_id)) one.subscriber_count = subscription.subscriber_count;
  }
}

function unsubscribe(state: State, event: { readonly subscriptions: readonly Pick<Channel, "stream_id">[] }): void {
  for (const { stream_id } of event.subscriptions) {
    const subscription = channels.take(state.subscriptions, stream_id);
    if (subscription === undefined) continue;
    if (subscription.subscribers) subscription.subscribers = without(subscription.subscribers, [state.user_id]);
    channels.put(state.unsubscribed, subscription);
    for (const one of entriesOf(state, stream_id)) one.subscriber_count -= 1;
  }
}

const folders = keyedLists((folder: ChannelFolder) => folder.id);

export const channelsEvents: Handlers = {
  "stream/create": createChannels,
  "stream/update": updateChannel,
  "stream/delete": deleteChannels,
  "subscription/add": subscribe,
  "subscription/remove": unsubscribe,
  "subscription/update": (state, { stream_id, property, value }: ChannelUpdate) => {
    Object.assign(subscriptionTo(state, stream_id) ?? {}, { [property]: value });
  },
  "subscription/peer_add": changePeers((now, ids) => [...new Set([...now, ...ids])], 1),
  "subscription/peer_remove": changePeers(without, -1),
  default_streams: (state, { default_streams }: { readonly default_streams: ChannelId[] }) => {
    state.realm_default_streams = default_streams;
  },
  default_stream_groups: (
    state,
    { default_stream_groups }: { readonly default_stream_groups: readonly DefaultChannelGroup[] },
  ) => {
    state.realm_default_stream_groups = default_stream_groups;
  },
  "channel_folder/add": (state, { channel_folder }: { readonly channel_folder: ChannelFolder }) =>
    folders.put(state.channel_folders, channel_folder),
  "channel_folder/update": (
    state,
    { channel_folder_id, data }: { readonly channel_folder_id: number; readonly data: Partial<ChannelFolder> },
  ) => {
    Object.assign(folders.get(state.channel_folders, channel_folder_id) ?? {}, data);
  },
  "channel_folder/reorder": (state, { order }: { readonly order: readonly number[] }) => {
    for (const folder of state.channel_folders) folder.order = order.indexOf(folder.id);
  },
  /** A deactivated account has no permissions. */
  "realm_user/update": (state, { person: { user_id, is_active } }: { readonly person: PersonChange }) => {
    if (is_active !== false) return false;
    for (const list of [state.subscriptions, state.unsubscribed, state.never_subscribed, state.streams ?? []])
      for (const channel of list) leavePermissions(channel, user_id);
    return true;
  },
};
