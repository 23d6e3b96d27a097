import * as v from "valibot";
import { action } from "../../../endpoints/endpoint.ts";
import { integer } from "../../../endpoints/parameter.ts";
import { accessUser } from "../../organization/users/access.ts";
import { accessChannel } from "../channels/access.ts";
import { isSubscribed } from "../channels/channels.ts";

export const getSubscriptionStatusEndpoint = action({
  route: "GET /users/:user_id/subscriptions/:stream_id",
  params: { user_id: integer, stream_id: integer },
  reply: { is_subscribed: v.boolean() },
  run({ realm, actor, params }) {
    const user = accessUser(realm, actor, params.user_id);
    const channel = accessChannel(realm, actor, params.stream_id);
    return { is_subscribed: isSubscribed(realm, user.id, channel.id) };
  },
});
