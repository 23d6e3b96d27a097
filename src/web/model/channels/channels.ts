import type { FieldsOf } from "../event.ts";
import { type Handlers, keyedLists, withoutItems } from "../handlers.ts";
import type { ChannelId, UserId } from "../ids.ts";
import { leavePermissions } from "../people/groups.ts";
import { isDeactivation } from "../people/users.ts";
import type { Channel, ChannelFolder, State, Subscription } from "../state.ts";

/** Also used for subscriptions, which are channels too. */
const channels = keyedLists((channel: Channel) => channel.stream_id);

export const subscriptionTo = (state: State, id: ChannelId): Subscription | undefined =>
  channels.get(state.subscriptions, id) as Subscription | undefined;

/** Finds a channel that the user can see, subscribed or not. */
export const channelById = (state: State, id: ChannelId): Channel | Subscription | undefined =>
  channels.get(state.subscriptions, id) ??
  channels.get(state.unsubscribed, id) ??
  channels.get(state.never_subscribed, id);

const entriesOf = (state: State, id: ChannelId): Channel[] =>
  [channelById(state, id), state.streams && channels.get(state.streams, id)].filter((one) => one !== undefined);

const changePeers =
  (into: (subscribers: readonly UserId[], ids: readonly UserId[]) => UserId[], sign: 1 | -1) =>
  (state: State, { stream_ids, user_ids }: FieldsOf<"subscription/peer_add">): void => {
    for (const channel of stream_ids.flatMap((id) => entriesOf(state, id))) {
      channel.subscriber_count += sign * user_ids.length;
      if (channel.subscribers !== undefined) channel.subscribers = into(channel.subscribers, user_ids);
    }
  };

function createChannels(state: State, { streams }: FieldsOf<"stream/create">): void {
  for (const channel of streams) {
    const isKnown = channelById(state, channel.stream_id) !== undefined;
    // Starts at zero for a channel that became visible, because the following events add its subscribers.
    const shown = isKnown ? channel : { ...channel, subscriber_count: 0 };
    if (state.streams !== undefined) channels.put(state.streams, { ...shown });
    if (!isKnown) channels.put(state.never_subscribed, { ...shown });
  }
}

function deleteChannels(state: State, { stream_ids }: FieldsOf<"stream/delete">): void {
  for (const list of [state.subscriptions, state.unsubscribed, state.never_subscribed, state.streams ?? []])
    for (const id of stream_ids) channels.take(list, id);
}

/** Applies the changed `property`, and other fields that the event includes. */
function updateChannel(state: State, event: FieldsOf<"stream/update">): void {
  const { rendered_description, history_public_to_subscribers, is_web_public } = event;
  const more = { rendered_description, history_public_to_subscribers, is_web_public };
  const following = Object.entries(more).filter(([, value]) => value !== undefined);
  for (const channel of entriesOf(state, event.stream_id))
    Object.assign(channel, { [event.property]: event.value }, Object.fromEntries(following));
}

function subscribe(state: State, { subscriptions }: FieldsOf<"subscription/add">): void {
  for (const subscription of subscriptions) {
    for (const list of [state.unsubscribed, state.never_subscribed]) channels.take(list, subscription.stream_id);
    channels.put(state.subscriptions, { ...subscription });
    for (const one of entriesOf(state, subscription.stream_id)) one.subscriber_count = subscription.subscriber_count;
  }
}

function unsubscribe(state: State, event: FieldsOf<"subscription/remove">): void {
  for (const { stream_id } of event.subscriptions) {
    const subscription = channels.take(state.subscriptions, stream_id);
    if (subscription === undefined) continue;
    if (subscription.subscribers) subscription.subscribers = withoutItems(subscription.subscribers, [state.user_id]);
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
  "subscription/update": (state, { stream_id, property, value }) =>
    Object.assign(subscriptionTo(state, stream_id) ?? {}, { [property]: value }),
  "subscription/peer_add": changePeers((now, ids) => [...new Set([...now, ...ids])], 1),
  "subscription/peer_remove": changePeers(withoutItems, -1),
  default_streams: (state, { default_streams }) => {
    state.realm_default_streams = default_streams;
  },
  default_stream_groups: (state, { default_stream_groups }) => {
    state.realm_default_stream_groups = default_stream_groups;
  },
  "channel_folder/add": (state, { channel_folder }) => folders.put(state.channel_folders, channel_folder),
  "channel_folder/update": (state, { channel_folder_id, data }) =>
    Object.assign(folders.get(state.channel_folders, channel_folder_id) ?? {}, data),
  "channel_folder/reorder": (state, { order }) => {
    for (const folder of state.channel_folders) folder.order = order.indexOf(folder.id);
  },
  /** Deactivated accounts have no permissions. */
  "realm_user/update": (state, { person }) => {
    if (!isDeactivation(person)) return false;
    for (const list of [state.subscriptions, state.unsubscribed, state.never_subscribed, state.streams ?? []])
      for (const channel of list) leavePermissions(channel, person.user_id);
    return true;
  },
};
