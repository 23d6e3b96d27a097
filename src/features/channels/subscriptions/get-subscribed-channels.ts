import * as v from "valibot";
import { action } from "../../../endpoints/endpoint.ts";
import { integer } from "../../../endpoints/parameter.ts";
import { accessUser } from "../../organization/users/access.ts";
import { hasMetadataAccess } from "../channels/access.ts";
import { channelIndex, isSubscribed } from "../channels/channels.ts";

/** The channels that a user is subscribed to, as far as the actor may know of them. */
export const getSubscribedChannelsEndpoint = action({
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
