import * as v from "valibot";
import { unpacked } from "../../../database/stored.ts";
import { shapedAction } from "../../../endpoints/endpoint.ts";
import { jsonOrText, optional } from "../../../endpoints/parameter.ts";
import { isAssistant } from "../../../protocol/actor.ts";
import { hasMetadataAccess } from "../channels/access.ts";
import { type ChannelObject, subscriptionSchema } from "../channels/channel-fields.ts";
import { collectLists, shapeLists } from "../channels/channel-lists.ts";
import { channelIndex, isSubscribed } from "../channels/channels.ts";

export const getSubscriptionsEndpoint = shapedAction({
  route: "GET /users/me/subscriptions",
  scope: "read",
  params: { include_subscribers: optional(jsonOrText(v.union([v.boolean(), v.literal("partial")])), false) },
  reply: { subscriptions: v.array(subscriptionSchema) },
  run({ realm, actor, params }) {
    const channels = [...channelIndex(realm).byId.values()].filter(
      (channel) =>
        channel.is_archived === 0 &&
        isSubscribed(realm, actor.user_id, channel.id) &&
        (!isAssistant(actor) || hasMetadataAccess(realm, actor, channel)),
    );
    return collectLists(realm, actor, { channels, subscribers: params.include_subscribers !== false });
  },
  shape({ result: lists }) {
    const channels = unpacked<ChannelObject[]>(lists.channels);
    const { subscriptions } = shapeLists(lists, channels, { capabilities: ["notification_settings_null"] });
    return { subscriptions };
  },
});
