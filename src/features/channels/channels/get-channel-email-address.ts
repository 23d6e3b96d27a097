import * as v from "valibot";
import { action } from "../../../endpoints/endpoint.ts";
import { integer, optional } from "../../../endpoints/parameter.ts";
import { badRequest, insufficientPermission } from "../../../protocol/errors.ts";
import { accessUser } from "../../organization/users/public.ts";
import { accessChannel, hasChannelPermission } from "./access.ts";

/** Returns an empty address: there is no mail gateway, so no channel has one. */
export const getChannelEmailAddressEndpoint = action({
  route: "GET /streams/:stream_id/email_address",
  params: { stream_id: integer, sender_id: optional(integer) },
  reply: { email: v.string() },
  run({ realm, actor, params }) {
    const channel = accessChannel(realm, actor, params.stream_id, "content");
    const sender = accessUser(realm, actor, params.sender_id ?? actor.user_id);
    if (sender.id !== actor.user_id && sender.bot_owner_id !== actor.user_id) throw insufficientPermission();
    if (!hasChannelPermission(realm, actor, channel, "can_send_message_group")) {
      throw badRequest("You do not have permission to post in this channel.");
    }
    return { email: "" };
  },
});
