import * as v from "valibot";
import { action } from "../../../endpoints/endpoint.ts";
import { integer } from "../../../endpoints/parameter.ts";
import { badRequest } from "../../../protocol/errors.ts";
import { canSendMail } from "../../mail/mail.ts";
import { accessUserToChange } from "../../organization/users/access.ts";
import { checkMayActAs } from "../../organization/users/actions/act-as.ts";
import { checkWayInChange } from "../../organization/users/authentication/ways-in.ts";
import { makePasswordLink } from "./password-link.ts";

/**
 * A link with which someone who has forgotten their password chooses another, where the server sends no mail: whoever has it
 * can get into the account, so it takes the rights of the account and a login of a moment ago. An endpoint of this
 * server's own.
 */
export const makePasswordLinkEndpoint = action({
  route: "POST /users/:user_id/password_link",
  by: "administrator",
  params: { user_id: integer },
  reply: { url: v.string(), expires_at: v.number() },
  run({ realm, actor, params }) {
    const user = accessUserToChange(realm, actor, params.user_id);
    if (user.id === actor.user_id) throw badRequest("You can't do this for your own account.");
    checkMayActAs(realm, actor, user);
    checkWayInChange(realm, actor, { way: "password", act: "change", of: user });
    if (canSendMail(realm)) throw badRequest("This server sends mail: they can ask for a link where they log in.");
    realm.log.info("password_link_made", { account: user.id, by: actor.user_id });
    return makePasswordLink(realm, user, actor.full_name);
  },
});
