import { action } from "../../../endpoints/endpoint.ts";
import { text, textOf } from "../../../endpoints/parameter.ts";
import { badRequest } from "../../../protocol/errors.ts";
import { checkCanSendMail } from "../../mail/mail.ts";
import { emailSchema } from "../../organization/users/email.ts";
import { checkAddress, findInvitation } from "./acceptance.ts";
import { countStranger } from "./daily-limit.ts";
import { inviteByLink } from "./invitations.ts";

/** Our own: asks for an invitation by mail, with a link that anybody may follow. */
export const confirmAddressEndpoint = action({
  route: "POST /join/:key/email",
  by: "anyone",
  params: { key: text("token"), email: textOf(emailSchema) },
  reply: {},
  run({ realm, params: { key, email }, request: { address } }) {
    const { link, addressee } = findInvitation(realm, key);
    if (link === null || addressee !== null) throw badRequest("This invitation has an address already.");
    checkAddress(realm, email);
    checkCanSendMail(realm, "Ask whoever invited you for an account.");
    countStranger(realm, { asker: address, link });
    inviteByLink(realm, link, email);
    return {};
  },
});
