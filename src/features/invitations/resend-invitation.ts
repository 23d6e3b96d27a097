import { action } from "../../http/endpoint.ts";
import { integer } from "../../http/parameter.ts";
import { checkCanSendMail } from "../mail/mail.ts";
import { accessUser } from "../users/access.ts";
import { accessInvitation } from "./access.ts";
import { countMails } from "./daily-limit.ts";
import { inviteAgain } from "./invitations.ts";

export const resendInvitationEndpoint = action({
  route: "POST /invites/:invite_id/resend",
  by: "member",
  params: { invite_id: integer },
  reply: {},
  run({ realm, actor, params, request: { origin } }) {
    const invitation = accessInvitation(realm, actor, params.invite_id);
    checkCanSendMail(realm, "Create an invitation link, and pass it on yourself.");
    countMails(realm, 1);
    inviteAgain(realm, accessUser(realm, null, invitation.inviter), invitation, origin);
    return {};
  },
});
