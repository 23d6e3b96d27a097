import * as v from "valibot";
import { setupAction } from "../../../endpoints/endpoint.ts";
import { makePasswordLink } from "../../people/password-reset/password-link.ts";
import { accessPerson, accountParams, byOperator } from "./operator-account.ts";

/**
 * A link with which the password of an account is chosen, such as that of the only owner, with the setup token. An endpoint
 * of this server's own.
 */
export const linkByOperatorEndpoint = setupAction({
  route: "POST /organizations/password_link",
  params: accountParams,
  reply: { url: v.string(), expires_at: v.number() },
  ...byOperator,
  run({ realm, params }) {
    const user = accessPerson(realm, params.email);
    realm.log.info("password_link_made", { account: user.id, by: "operator" });
    return makePasswordLink(realm, user, undefined);
  },
});
