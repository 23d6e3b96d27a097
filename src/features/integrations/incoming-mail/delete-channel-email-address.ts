import { action } from "../../../endpoints/endpoint.ts";
import { boolean, integer, optional } from "../../../endpoints/parameter.ts";
import { insufficientPermission } from "../../../protocol/errors.ts";
import { canAdminister } from "../../channels/channels/access.ts";
import { accessOwnAddress } from "./access.ts";
import { endAddress, endAddressesOfChannel } from "./channel-addresses.ts";

/**
 * No part of Zulip's API: ends one's own address of a channel, so that the next one asked for is another, or, for those
 * who administer the channel, the addresses of everybody.
 */
export const deleteChannelEmailAddressEndpoint = action({
  route: "DELETE /streams/:stream_id/email_address",
  params: { stream_id: integer, sender_id: optional(integer), of_everybody: optional(boolean, false) },
  reply: {},
  run({ realm, actor, params: { stream_id, sender_id, of_everybody } }) {
    const { channel, sender } = accessOwnAddress(realm, actor, stream_id, sender_id);
    if (!of_everybody) endAddress(realm, { channel, creator: actor.user_id, sender });
    else if (canAdminister(realm, actor, channel)) endAddressesOfChannel(realm, channel);
    else throw insufficientPermission();
    return {};
  },
});
