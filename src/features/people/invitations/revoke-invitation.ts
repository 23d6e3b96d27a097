import { action } from "../../../endpoints/endpoint.ts";
import { integer } from "../../../endpoints/parameter.ts";
import { accessInvitation } from "./access.ts";
import { revokeInvitation } from "./invitations.ts";

export const revokeInvitationEndpoint = action({
  route: "DELETE /invites/:invite_id",
  by: "member",
  params: { invite_id: integer },
  reply: {},
  run({ realm, actor, params }) {
    revokeInvitation(realm, accessInvitation(realm, actor, params.invite_id));
    return {};
  },
});
