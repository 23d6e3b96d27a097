import { unpacked } from "../../../database/stored.ts";
import { type Actor, isGuest } from "../../../protocol/actor.ts";
import { isZulipTerminal } from "../../../protocol/client-dialect.ts";
import { channelPermissionNames } from "../../../protocol/permission-settings.ts";
import { can, type QueueClient } from "../../../realm/events/queue-client.ts";
import type { Realm } from "../../../realm/realm.ts";
import { stateSlice } from "../../../realm/state-slice.ts";
import { mapValues, pick } from "../../../util/records.ts";
import { seenFromOutsideBy } from "../../organization/accounts/outside-access.ts";
import { valueFromOutside } from "../../organization/user-groups/access.ts";
import { accessibleChannels } from "./access.ts";
import {
  type ChannelObject,
  type NotificationDefaults,
  type PersonalFields,
  personalSettingsFor,
} from "./channel-fields.ts";
import { type Channel, subscriptionsOf } from "./channels.ts";
import { channelsJson } from "./channels-json.ts";
import { defaultChannels } from "./default-channels/default-channels.ts";
import { notificationDefaults, personalSettings } from "./personal-settings.ts";
import { subscriberList } from "./subscribers.ts";

/**
 * Channels with their subscribers and a user's personal settings, as the realm sends them to the Worker. There can be
 * thousands of channels with thousands of subscribers each, so the Worker writes the JSON instead of the realm.
 */
interface ChannelLists {
  /** A JSON list of `ChannelObject`, which is faster to send than the objects. */
  readonly channels: string;
  /** Subscribers of all channels, concatenated; each channel has `subscriber_count` of them. */
  readonly subscribers: Uint32Array | null;
  readonly personal: ReadonlyMap<number, { readonly active: boolean; readonly settings: PersonalFields }>;
  readonly defaults: NotificationDefaults | null;
}

/** Runs in the realm. Collects channels, and the caller's subscriptions to them. */
export function collectLists(
  realm: Realm,
  actor: Actor | null,
  { channels, subscribers }: { readonly channels: readonly Channel[]; readonly subscribers: boolean },
): ChannelLists {
  const rows = actor === null ? [] : subscriptionsOf(realm, actor.user_id);
  const personal = rows.map((row) => {
    const settings = personalSettings(row);
    return [row.channel_id, { active: row.active === 1, settings }] as const;
  });
  return {
    channels: channelsJson(realm, channels),
    subscribers: subscribers ? packedSubscribers(realm, channels) : null,
    personal: new Map(personal),
    defaults: actor && notificationDefaults(realm, actor.user_id),
  };
}

function packedSubscribers(realm: Realm, channels: readonly Channel[]): Uint32Array {
  const lists = channels.map(({ id }) => subscriberList(realm, id));
  const packed = new Uint32Array(lists.reduce((sum, list) => sum + list.length, 0));
  let at = 0;
  for (const list of lists) {
    packed.set(list, at);
    at += list.length;
  }
  return packed;
}

/** Runs in the Worker. Sorts the channels into the three lists of /register (register-and-events.md 4). */
export function shapeLists(
  { subscribers, personal, defaults }: ChannelLists,
  channels: readonly ChannelObject[],
  client: Pick<QueueClient, "capabilities">,
) {
  const subscriptions: (ChannelObject & PersonalFields & SubscriberField)[] = [];
  const unsubscribed: (ChannelObject & PersonalFields & SubscriberField)[] = [];
  const never_subscribed: (ChannelObject & SubscriberField)[] = [];
  let at = 0;
  for (const channel of channels) {
    const end = at + channel.subscriber_count;
    const list = subscribers && { subscribers: [...subscribers.subarray(at, end)] };
    at = end;
    const own = personal.get(channel.stream_id);
    if (own === undefined || defaults === null) {
      never_subscribed.push({ ...channel, ...list });
      continue;
    }
    const settings = personalSettingsFor(client, own.settings, defaults);
    (own.active ? subscriptions : unsubscribed).push({ ...channel, ...settings, ...list });
  }
  return { subscriptions, unsubscribed, never_subscribed };
}

interface SubscriberField {
  subscribers?: number[];
}

/** Channels the caller can see, and their subscriptions to them (register-and-events.md 4). */
export const channelState = stateSlice({
  types: ["stream", "subscription"],
  outside: true,
  collect({ realm, actor, client, fetches }) {
    const seesArchived = can(client, "archived_channels");
    const channels = accessibleChannels(realm, actor).filter(({ is_archived }) => seesArchived || is_archived === 0);
    const subscription = fetches("subscription");
    const isSeen = seenFromOutsideBy(realm, actor?.user_id);
    const subscribers = subscription && client.include_subscribers !== false && isSeen === undefined;
    const lists = collectLists(realm, actor, { channels, subscribers });
    if (isSeen !== undefined) return { stream: fetches("stream"), subscription, lists: fromOutside(lists, isSeen) };
    return { stream: fetches("stream"), subscription, lists };
  },
  shape({ stream, subscription, lists }, client) {
    const streams = unpacked<ChannelObject[]>(lists.channels);
    return { ...(stream ? { streams } : {}), ...(subscription ? withAddresses(lists, streams, client) : {}) };
  },
});

/**
 * For people who joined through an outside link: removes the first message's id, the counts of people and messages, and
 * the creator and members of permissions whom they can't see.
 */
function fromOutside(lists: ChannelLists, isSeen: (user: number) => boolean): ChannelLists {
  const channels = unpacked<ChannelObject[]>(lists.channels).map((channel) => ({
    ...channel,
    ...mapValues(pick(channel, channelPermissionNames), (value) => valueFromOutside(value, isSeen)),
    creator_id: channel.creator_id !== null && isSeen(channel.creator_id) ? channel.creator_id : null,
    first_message_id: null,
    stream_weekly_traffic: null,
    subscriber_count: 0,
  }));
  return { ...lists, channels: JSON.stringify(channels) };
}

function withAddresses(lists: ChannelLists, channels: readonly ChannelObject[], client: QueueClient) {
  const shaped = shapeLists(lists, channels, client);
  if (!isZulipTerminal(client.name)) return shaped;
  return { ...shaped, subscriptions: shaped.subscriptions.map((one) => ({ ...one, email_address: "" })) };
}

export const defaultChannelState = stateSlice({
  types: ["default_streams"],
  collect: ({ realm, actor }) => ({
    realm_default_streams: actor === null || isGuest(actor) ? [] : defaultChannels(realm).map(({ id }) => id),
  }),
});
