import * as v from "valibot";
import { action } from "../../../endpoints/endpoint.ts";
import { boolean, optional, text } from "../../../endpoints/parameter.ts";
import { ApiError } from "../../../protocol/errors.ts";
import { checkChannelName } from "../channels/channel-name.ts";
import { channelIndex, nameKey } from "../channels/channels.ts";
import { parseDescription, renderDescription } from "../channels/description.ts";
import { newChannel, newChannelParams } from "./new-channel.ts";
import { sendNewChannelNotices, sendSubscriptionNotices } from "./notices.ts";
import { principalsOf, userIdsParam } from "./principals.ts";
import { createChannel, subscribeUsers } from "./subscribe.ts";

const channelAlreadyExists = (name: string) =>
  new ApiError({ code: "CHANNEL_ALREADY_EXISTS", msg: `Channel '${name}' already exists`, status: 409 });

export const createChannelEndpoint = action({
  route: "POST /channels/create",
  params: {
    name: text("name"),
    description: optional(text("description"), ""),
    subscribers: userIdsParam,
    announce: optional(boolean, false),
    send_new_subscription_messages: optional(boolean, true),
    ...newChannelParams,
  },
  reply: { id: v.number() },
  plan: () => ({}),
  prepare: ({ params }) => parseDescription(params.description),
  run({ realm, actor, params, prepared }) {
    const { subscribers, announce, send_new_subscription_messages, ...settings } = params;
    const name = checkChannelName(params.name);
    if (channelIndex(realm).byName.has(nameKey(name))) throw channelAlreadyExists(name);
    // Unlike in other requests, an empty list means no subscribers, and not the actor.
    const users = subscribers.length === 0 ? [] : principalsOf(realm, actor, subscribers);
    const description = renderDescription(realm, actor, prepared);
    const channel = createChannel(realm, newChannel(realm, actor, { name, description, settings }));
    const { subscribed } = subscribeUsers(realm, { channels: [channel], users: users.map(({ id }) => id) });
    if (send_new_subscription_messages) sendSubscriptionNotices(realm, actor, { users, subscribed });
    sendNewChannelNotices(realm, actor, channel, { announce });
    return { id: channel.id };
  },
});
