import { action } from "../../../endpoints/endpoint.ts";
import { integer } from "../../../endpoints/parameter.ts";
import { badRequest } from "../../../protocol/errors.ts";
import { checkCanSendMail } from "../../mail/mail.ts";
import { accessUser } from "../../organization/users/access.ts";
import { accessInvitation, mayStillInvite } from "./access.ts";
import { optionsOf } from "./invitation-options.ts";
import { resendInvitation } from "./invitations.ts";
import { countInvitationMails } from "./mail-limits.ts";

export const resendInvitationEndpoint = action({
  route: "POST /invites/:invite_id/resend",
  by: "member",
  params: { invite_id: integer },
  reply: {},
  run({ realm, actor, params }) {
    const invitation = accessInvitation(realm, actor, params.invite_id);
    const inviter = accessUser(realm, null, invitation.inviter);
    if (!mayStillInvite(realm, inviter, "mail", optionsOf(invitation))) {
      throw badRequest(`${inviter.full_name} can't invite people anymore. Invite them yourself.`);
    }
    checkCanSendMail(realm, "Create an invitation link, and pass it on yourself.");
    countInvitationMails(realm, 1);
    resendInvitation(realm, inviter, invitation);
    return {};
  },
});
