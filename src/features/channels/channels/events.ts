import * as v from "valibot";
import { groupSettingValueSchema } from "../../../protocol/group-setting-value.ts";
import { event } from "../../../realm/events/event.ts";
import { can } from "../../../realm/events/queue-client.ts";
import {
  channelSchema,
  notificationDefaultsSchema,
  personalSchema,
  personalSettingsFor,
  subscriptionSchema,
} from "./channel-fields.ts";

const ids = v.array(v.number());

export const channelsCreated = event({ type: "stream", op: "create", fields: { streams: v.array(channelSchema) } });

export const channelsDeleted = event({
  type: "stream",
  op: "delete",
  fields: { stream_ids: ids },
  wire: { stream_ids: ids, streams: v.array(v.strictObject({ stream_id: v.number() })) },
  adapt: ({ stream_ids }) => ({ streams: stream_ids.map((stream_id) => ({ stream_id })), stream_ids }),
});

export const channelUpdated = event({
  type: "stream",
  op: "update",
  fields: {
    stream_id: v.number(),
    /** Previous name, if the name itself changes. */
    name: v.string(),
    property: v.string(),
    value: v.union([v.string(), v.number(), v.boolean(), v.null(), groupSettingValueSchema]),
    rendered_description: v.optional(v.string()),
    history_public_to_subscribers: v.optional(v.boolean()),
    is_web_public: v.optional(v.boolean()),
  },
});

/** New subscriptions. All users of one event get the same channels, each with their own settings. */
export const subscriptionsAdded = event({
  type: "subscription",
  op: "add",
  fields: {
    channels: v.array(channelSchema),
    /** Subscribers of each channel, or null if no client needs them. */
    subscribers: v.nullable(v.array(ids)),
    personal: v.optional(v.array(personalSchema)),
    defaults: v.optional(notificationDefaultsSchema),
  },
  wire: { subscriptions: v.array(subscriptionSchema) },
  wants: (client, { channels }) => can(client, "archived_channels") || channels.some((channel) => !channel.is_archived),
  adapt({ channels, subscribers, personal = [], defaults }, client) {
    const subscriptions = channels.map((channel, index) => {
      const own = personal[index];
      const list = client.include_subscribers === false ? undefined : subscribers?.[index];
      return {
        ...channel,
        ...(own && defaults && personalSettingsFor(client, own, defaults)),
        ...(list && { subscribers: list }),
      };
    });
    const seesArchived = can(client, "archived_channels");
    return { subscriptions: subscriptions.filter((channel) => seesArchived || !channel.is_archived) };
  },
});

export const subscriptionsRemoved = event({
  type: "subscription",
  op: "remove",
  fields: { subscriptions: v.array(v.strictObject({ stream_id: v.number(), name: v.string() })) },
});

export const subscriptionUpdated = event({
  type: "subscription",
  op: "update",
  fields: { stream_id: v.number(), property: v.string(), value: v.union([v.string(), v.boolean()]) },
});

export const peersAdded = event({
  type: "subscription",
  op: "peer_add",
  fields: { stream_ids: ids, user_ids: ids },
});

export const peersRemoved = event({
  type: "subscription",
  op: "peer_remove",
  fields: { stream_ids: ids, user_ids: ids },
});

export const defaultChannelsChanged = event({ type: "default_streams", fields: { default_streams: ids } });

export const channelEvents = [
  channelsCreated,
  channelsDeleted,
  channelUpdated,
  subscriptionsAdded,
  subscriptionsRemoved,
  subscriptionUpdated,
  peersAdded,
  peersRemoved,
  defaultChannelsChanged,
];
