import { action } from "../../../endpoints/endpoint.ts";
import { boolean, json, optional } from "../../../endpoints/parameter.ts";
import { newChannelParams } from "./new-channel.ts";
import { principalsOf, principalsParam } from "./principals.ts";
import {
  describer,
  parseDescriptions,
  subscribeByRequest,
  subscriptionReply,
  wantedChannelsSchema,
} from "./subscription-request.ts";

export const subscribeToChannelsEndpoint = action({
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
  // The plan makes the realm authenticate the actor before the Worker parses descriptions.
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
