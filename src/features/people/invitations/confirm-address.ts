import { action } from "../../../endpoints/endpoint.ts";
import { text, textOf } from "../../../endpoints/parameter.ts";
import { badRequest } from "../../../protocol/errors.ts";
import { checkCanSendMail } from "../../mail/mail.ts";
import { emailSchema } from "../../organization/users/email.ts";
import { mailLinkVisitor } from "./invitations.ts";
import { accessInvitationByKey, checkEmailCanJoin } from "./join.ts";
import { countConfirmationMail } from "./mail-limits.ts";

/** Mails a personal key to somebody who has opened a link and entered an address. An endpoint of this server's own. */
export const confirmAddressEndpoint = action({
  route: "POST /join/:key/email",
  by: "anyone",
  params: { key: text("token"), email: textOf(emailSchema) },
  reply: {},
  run({ realm, params: { key, email }, request: { address } }) {
    const { link, addressee } = accessInvitationByKey(realm, key);
    if (link === null || addressee !== null) throw badRequest("This invitation has an address already.");
    checkEmailCanJoin(realm, email);
    checkCanSendMail(realm, "Ask the person who invited you for an account.");
    countConfirmationMail(realm, { asker: address, link });
    mailLinkVisitor(realm, link, email);
    return {};
  },
});
