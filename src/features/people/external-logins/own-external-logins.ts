import * as v from "valibot";
import { action } from "../../../endpoints/endpoint.ts";
import { integer } from "../../../endpoints/parameter.ts";
import { endLogin, listLogins } from "./external-logins.ts";

/** The login services to which the actor's account is linked. An endpoint of this server's own. */
export const getExternalLoginsEndpoint = action({
  route: "GET /users/me/external_logins",
  by: "human",
  params: {},
  reply: {
    external_logins: v.array(
      v.object({
        id: v.number(),
        name: v.string(),
        issuer: v.string(),
        linked_at: v.number(),
        used_at: v.number(),
        /** Whether one can log in by it now. */
        works: v.boolean(),
      }),
    ),
  },
  run: ({ realm, actor }) => ({
    external_logins: listLogins(realm, actor.user_id).map(({ method: _, ...login }) => login),
  }),
});

/** Ends such a link. An endpoint of this server's own. */
export const deleteExternalLoginEndpoint = action({
  route: "DELETE /users/me/external_logins/:login_id",
  by: "human",
  params: { login_id: integer },
  reply: {},
  run({ realm, actor, params }) {
    endLogin(realm, actor.user_id, params.login_id);
    return {};
  },
});
