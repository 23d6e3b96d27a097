import { action } from "../../../endpoints/endpoint.ts";
import { integer } from "../../../endpoints/parameter.ts";
import { accessLink } from "./access.ts";
import { endLink } from "./invitations.ts";

export const revokeLinkEndpoint = action({
  route: "DELETE /invites/multiuse/:invite_id",
  by: "member",
  params: { invite_id: integer },
  reply: {},
  run({ realm, actor, params }) {
    endLink(realm, accessLink(realm, actor, params.invite_id));
    return {};
  },
});
