import * as v from "valibot";
import { action, shapedAction } from "../../../api/endpoint.ts";
import { alias, boolean, integer, optional, text } from "../../../api/parameter.ts";
import { unpacked } from "../../../database/stored.ts";
import { isGuest } from "../../../protocol/actor.ts";
import { accessChannel, accessChannelByName, accessibleChannels, hasContentAccess } from "./access.ts";
import { type ChannelObject, channelFields, channelSchema } from "./channel-fields.ts";
import { channelObject } from "./channel-object.ts";
import { type Channel, channelIndex, isSubscribed } from "./channels.ts";
import { subscriberList } from "./subscribers.ts";

const getChannelsEndpoint = shapedAction({
  route: "GET /streams",
  scope: "read",
  params: {
    include_public: optional(boolean, true),
    include_web_public: optional(boolean, false),
    include_subscribed: optional(boolean, true),
    exclude_archived: optional(boolean, true),
    include_all: optional(alias(boolean, "include_all_active"), false),
    include_default: optional(boolean, false),
    include_owner_subscribed: optional(boolean, false),
    include_can_access_content: optional(boolean, false),
  },
  reply: {
    streams: v.array(
      v.strictObject({
        ...channelFields,
        is_default: v.optional(v.boolean()),
      }),
    ),
  },
  run({ realm, actor, params }) {
    const isIncluded = (channel: Channel) =>
      params.include_all ||
      (params.include_public && channel.invite_only === 0 && !isGuest(actor)) ||
      (params.include_web_public && channel.is_web_public === 1) ||
      (params.include_subscribed && isSubscribed(realm, actor.user_id, channel.id)) ||
      (params.include_default && channel.is_default === 1) ||
      (params.include_can_access_content && hasContentAccess(realm, actor, channel));
    const owner = actor.is_bot ? actor.bot_owner_id : null;
    const accessible = new Set(accessibleChannels(realm, actor));
    const found = [...channelIndex(realm).byId.values()].filter((channel) => {
      if (params.exclude_archived && channel.is_archived === 1) return false;
      if (params.include_owner_subscribed && owner !== null && isSubscribed(realm, owner, channel.id)) return true;
      return accessible.has(channel) && isIncluded(channel);
    });
    return JSON.stringify(
      found.map((channel) => ({
        ...channelObject(realm, channel),
        ...(params.include_default ? { is_default: channel.is_default === 1 } : {}),
      })),
    );
  },
  // There can be thousands of channels, which are faster to send to the Worker as JSON.
  shape: ({ result }) => ({ streams: unpacked<ChannelObject[]>(result) }),
});

const getChannelEndpoint = action({
  route: "GET /streams/:stream_id",
  params: { stream_id: integer },
  reply: { stream: channelSchema },
  run: ({ realm, actor, params }) => ({ stream: channelObject(realm, accessChannel(realm, actor, params.stream_id)) }),
});

const getChannelIdEndpoint = action({
  route: "GET /get_stream_id",
  params: { stream: text("name") },
  reply: { stream_id: v.number() },
  run: ({ realm, actor, params }) => ({ stream_id: accessChannelByName(realm, actor, params.stream).id }),
});

const getSubscribersEndpoint = action({
  route: "GET /streams/:stream_id/members",
  params: { stream_id: integer },
  reply: { subscribers: v.array(v.number()) },
  run({ realm, actor, params }) {
    const channel = accessChannel(realm, actor, params.stream_id);
    return { subscribers: [...subscriberList(realm, channel.id)] };
  },
});

export const channelEndpoints = [getChannelsEndpoint, getChannelEndpoint, getChannelIdEndpoint, getSubscribersEndpoint];
