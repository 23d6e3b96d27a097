import { action } from "../../../endpoints/endpoint.ts";
import { json, optional } from "../../../endpoints/parameter.ts";
import { boundedList, boundedText } from "../../../protocol/bounded.ts";
import { badRequest } from "../../../protocol/errors.ts";
import { defaultChannelSettings } from "./new-channel.ts";
import { principalsOf } from "./principals.ts";
import {
  describer,
  parseDescriptions,
  subscribeByRequest,
  subscriptionReply,
  wantedChannelsSchema,
} from "./subscription-request.ts";
import { unsubscribeByRequest } from "./unsubscription-request.ts";

/** Subscribes and unsubscribes the actor in one request, for old clients. */
export const changeSubscriptionsEndpoint = action({
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
