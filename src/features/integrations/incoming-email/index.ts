import { feature } from "../../../feature.ts";
import { on } from "../../../realm/realm.ts";
import { replyAddressHook } from "../../messages/email-notifications/notification-email.ts";
import { userDeactivatedHook } from "../../organization/accounts/hooks.ts";
import { endAddressesOf } from "./channel-addresses.ts";
import { deleteChannelEmailAddressEndpoint, getChannelEmailAddressEndpoint, incomingMailSlice } from "./endpoints.ts";
import { lookUpMailboxEndpoint } from "./look-up-mailbox.ts";
import { postMailEndpoint } from "./post-mail.ts";
import { receivePage } from "./receive-page.ts";
import { replyAddressFor } from "./reply-tokens.ts";
import { schema } from "./rows.ts";

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
