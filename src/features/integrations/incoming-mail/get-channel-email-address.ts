import * as v from "valibot";
import { action } from "../../../endpoints/endpoint.ts";
import { integer, optional } from "../../../endpoints/parameter.ts";
import { accessChannelToMail, accessSender } from "./access.ts";
import { channelToken } from "./channel-addresses.ts";
import { gatewayBot } from "./gateway-bot.ts";
import { channelAddress } from "./mail-address.ts";

/** The address by which mail becomes messages of a channel; empty where this server takes no mail (webhooks.md 6). */
export const getChannelEmailAddressEndpoint = action({
  route: "GET /streams/:stream_id/email_address",
  params: { stream_id: integer, sender_id: optional(integer) },
  reply: { email: v.string() },
  run({ realm, actor, params: { stream_id, sender_id } }) {
    const channel = accessChannelToMail(realm, actor, stream_id);
    const found = accessSender(realm, actor, sender_id);
    const { mailIn } = realm.config;
    if (mailIn === null) return { email: "" };
    const sender = found === "gateway" ? gatewayBot(realm) : found;
    const token = channelToken(realm, { channel, creator: actor.user_id, sender: sender.id });
    return { email: channelAddress(mailIn, channel.name, token) };
  },
});
