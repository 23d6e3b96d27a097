import * as v from "valibot";
import { action } from "../../../api/endpoint.ts";
import { boolean, integer, optional } from "../../../api/parameter.ts";
import { feature } from "../../../feature.ts";
import { insufficientPermission } from "../../../protocol/errors.ts";
import { on } from "../../../realm/realm.ts";
import { stateSlice } from "../../../realm/state-slice.ts";
import { canAdminister } from "../../channels/channels/access.ts";
import { replyAddressHook } from "../../messages/email-notifications/notification-email.ts";
import { userDeactivatedHook } from "../../organization/accounts/hooks.ts";
import { accessChannelToMail, accessOwnAddress, accessSender, gatewayBot } from "./access.ts";
import { channelToken, endAddress, endAddressesOf, endAddressesOfChannel } from "./channel-addresses.ts";
import { lookUpMailboxEndpoint } from "./look-up-mailbox.ts";
import { channelAddress } from "./mail-address.ts";
import { postMailEndpoint } from "./post-mail.ts";
import { receivePage } from "./receive-page.ts";
import { replyAddressFor } from "./reply-tokens.ts";
import { schema } from "./rows.ts";

/**
 * Returns the address that turns emails into messages of a channel; empty if this server receives no email (webhooks.md
 * 6).
 */
const getChannelEmailAddressEndpoint = action({
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

/**
 * Not part of Zulip's API: revokes the caller's own email address for a channel, so that the next request creates a new
 * one. Channel administrators can revoke everyone's addresses.
 */
const deleteChannelEmailAddressEndpoint = action({
  route: "DELETE /streams/:stream_id/email_address",
  params: { stream_id: integer, sender_id: optional(integer), of_everybody: optional(boolean, false) },
  run({ realm, actor, params: { stream_id, sender_id, of_everybody } }) {
    const { channel, sender } = accessOwnAddress(realm, actor, stream_id, sender_id);
    if (!of_everybody) endAddress(realm, { channel, creator: actor.user_id, sender });
    else if (canAdminister(realm, actor, channel)) endAddressesOfChannel(realm, channel);
    else throw insufficientPermission();
  },
});

/** Whether channels have email addresses: a Parley-specific field. */
const incomingMailSlice = stateSlice({
  types: ["realm"],
  collect: ({ realm }) => ({ server_incoming_mail: realm.config.mailIn !== null }),
});

/** Incoming email: to channels, through their addresses, and as replies to notification emails. */
export const incomingMail = feature({
  name: "incoming-mail",
  schema,
  archive: {
    leftOut: {
      mail_addresses:
        "of the server: addresses of channels name its domain, and each is made anew when it is asked for",
      known_mails: "of the moment",
    },
  },
  endpoints: [
    getChannelEmailAddressEndpoint,
    deleteChannelEmailAddressEndpoint,
    lookUpMailboxEndpoint,
    postMailEndpoint,
  ],
  pages: [receivePage],
  state: [incomingMailSlice],
  handlers: [on(replyAddressHook, replyAddressFor), on(userDeactivatedHook, endAddressesOf)],
});
