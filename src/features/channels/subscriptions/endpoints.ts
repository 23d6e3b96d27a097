import * as v from "valibot";
import { action, shapedAction } from "../../../api/endpoint.ts";
import { boolean, integer, json, jsonOrText, optional, text } from "../../../api/parameter.ts";
import { unpacked } from "../../../database/stored.ts";
import { isAssistant } from "../../../protocol/actor.ts";
import { boundedList, boundedText, sized } from "../../../protocol/bounded.ts";
import { ApiError, badRequest } from "../../../protocol/errors.ts";
import { limits } from "../../../protocol/limit-table.ts";
import { nameKey } from "../../../protocol/name-key.ts";
import { accessUser, refuseSystemBots } from "../../organization/accounts/access.ts";
import { accessChannel, hasMetadataAccess } from "../channels/access.ts";
import { type ChannelObject, subscriptionSchema } from "../channels/channel-fields.ts";
import { collectLists, shapeLists } from "../channels/channel-lists.ts";
import { checkChannelName } from "../channels/channel-name.ts";
import { channelIndex, isSubscribed } from "../channels/channels.ts";
import { parseDescription, renderDescription } from "../channels/description.ts";
import { defaultChannelSettings, newChannel, newChannelParams } from "./new-channel.ts";
import { sendNewChannelNotices, sendSubscriptionNotices } from "./notices.ts";
import { principalsOf, principalsParam, userIdsParam } from "./principals.ts";
import { createChannel, subscribeUsers } from "./subscribe.ts";
import {
  describer,
  noteOthers,
  parseDescriptions,
  subscribeByRequest,
  subscriptionReply,
  unsubscribeByRequest,
  wantedChannelsSchema,
} from "./subscription-request.ts";
import { changeSetting } from "./subscription-settings.ts";

const subscribeToChannelsEndpoint = action({
  route: "POST /users/me/subscriptions",
  params: {
    subscriptions: json(wantedChannelsSchema),
    principals: principalsParam,
    authorization_errors_fatal: optional(boolean, true),
    announce: optional(boolean, false),
    send_new_subscription_messages: optional(boolean, true),
    ...newChannelParams,
  },
  reply: subscriptionReply,
  // Having a plan makes the realm authenticate the caller before the Worker parses descriptions.
  plan: () => ({}),
  prepare: ({ params }) => parseDescriptions(params.subscriptions),
  run({ realm, actor, params, prepared }) {
    const { subscriptions: wanted, principals, authorization_errors_fatal, announce, ...settings } = params;
    const { send_new_subscription_messages } = params;
    return subscribeByRequest(realm, actor, {
      wanted,
      describe: describer(realm, actor, prepared),
      settings,
      users: principalsOf(realm, actor, principals),
      authorization_errors_fatal,
      announce,
      send_new_subscription_messages,
    });
  },
});

const unsubscribeFromChannelsEndpoint = action({
  route: "DELETE /users/me/subscriptions",
  params: { subscriptions: json(boundedList(boundedText("name"), "names")), principals: principalsParam },
  reply: { removed: boundedList(boundedText("name"), "names"), not_removed: boundedList(boundedText("name"), "names") },
  run({ realm, actor, params: { subscriptions: names, principals } }) {
    return unsubscribeByRequest(realm, actor, { names, users: principalsOf(realm, actor, principals) });
  },
});

/** Subscribes and unsubscribes the caller in one request, for old clients. */
const changeSubscriptionsEndpoint = action({
  route: "PATCH /users/me/subscriptions",
  params: {
    add: optional(json(wantedChannelsSchema), []),
    delete: optional(json(boundedList(boundedText("name"), "names")), []),
  },
  reply: {
    ...subscriptionReply,
    removed: boundedList(boundedText("name"), "names"),
    not_removed: boundedList(boundedText("name"), "names"),
  },
  plan: () => ({}),
  prepare: ({ params }) => parseDescriptions(params.add),
  run({ realm, actor, params, prepared }) {
    const { add: wanted, delete: names } = params;
    if (wanted.length === 0 && names.length === 0)
      throw badRequest('Nothing to do. Specify at least one of "add" or "delete".');
    const users = principalsOf(realm, actor);
    const describe = describer(realm, actor, prepared);
    const subscribed = subscribeByRequest(realm, actor, { wanted, describe, settings: defaultChannelSettings, users });
    return { ...subscribed, ...unsubscribeByRequest(realm, actor, { names, users }) };
  },
});

const getSubscriptionsEndpoint = shapedAction({
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

const getSubscriptionStatusEndpoint = action({
  route: "GET /users/:user_id/subscriptions/:stream_id",
  params: { user_id: integer, stream_id: integer },
  reply: { is_subscribed: v.boolean() },
  run({ realm, actor, params }) {
    const user = accessUser(realm, actor, params.user_id);
    const channel = accessChannel(realm, actor, params.stream_id);
    return { is_subscribed: isSubscribed(realm, user.id, channel.id) };
  },
});

/** The channels a user is subscribed to that the caller can see. */
const getSubscribedChannelsEndpoint = action({
  route: "GET /users/:user_id/channels",
  params: { user_id: integer },
  reply: { subscribed_channel_ids: v.array(v.number()) },
  run({ realm, actor, params }) {
    const user = accessUser(realm, actor, params.user_id);
    const channels = [...channelIndex(realm).byId.values()].filter(
      (channel) => isSubscribed(realm, user.id, channel.id) && hasMetadataAccess(realm, actor, channel),
    );
    return { subscribed_channel_ids: channels.map(({ id }) => id).sort((one, other) => one - other) };
  },
});

/** Value of a property. Validated by `changeSetting`, because its type depends on the property. */
const settingValue = sized(v.unknown(), limits.text.name);

const updateSubscriptionSettingsEndpoint = action({
  route: "POST /users/me/subscriptions/properties",
  params: {
    subscription_data: json(
      boundedList(
        v.object({
          stream_id: v.pipe(v.number(), v.safeInteger()),
          property: boundedText("word"),
          value: settingValue,
        }),
        "ids",
      ),
    ),
  },
  run({ realm, actor, params }) {
    for (const { stream_id, ...change } of params.subscription_data) changeSetting(realm, actor, stream_id, change);
  },
});

const updateSubscriptionSettingEndpoint = action({
  route: "PATCH /users/me/subscriptions/:stream_id",
  params: { stream_id: integer, property: text("word"), value: jsonOrText(settingValue) },
  run: ({ realm, actor, params: { stream_id, ...change } }) => changeSetting(realm, actor, stream_id, change),
});

const channelAlreadyExists = (name: string) =>
  new ApiError({ code: "CHANNEL_ALREADY_EXISTS", msg: `Channel '${name}' already exists`, status: 409 });

const createChannelEndpoint = action({
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
    // Unlike in other requests, an empty list means no subscribers, not the caller.
    const users = subscribers.length === 0 ? [] : principalsOf(realm, actor, subscribers);
    refuseSystemBots(realm, users);
    const description = renderDescription(realm, actor, prepared);
    const channel = createChannel(realm, newChannel(realm, actor, { name, description, settings }));
    const { subscribed } = subscribeUsers(realm, { channels: [channel], users: users.map(({ id }) => id) });
    noteOthers(realm, actor, "channel.subscribed_by_other", subscribed);
    if (send_new_subscription_messages) sendSubscriptionNotices(realm, actor, { users, subscribed });
    sendNewChannelNotices(realm, actor, channel, { announce });
    return { id: channel.id };
  },
});

/** From this feature level on, no single request both subscribes and unsubscribes. */
const SEPARATE_REQUESTS_LEVEL = 512;

export const subscriptionEndpoints = (level: number) => [
  subscribeToChannelsEndpoint,
  unsubscribeFromChannelsEndpoint,
  ...(level < SEPARATE_REQUESTS_LEVEL ? [changeSubscriptionsEndpoint] : []),
  getSubscriptionsEndpoint,
  getSubscriptionStatusEndpoint,
  getSubscribedChannelsEndpoint,
  updateSubscriptionSettingsEndpoint,
  updateSubscriptionSettingEndpoint,
  createChannelEndpoint,
];
