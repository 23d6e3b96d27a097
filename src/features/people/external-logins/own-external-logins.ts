import * as v from "valibot";
import { action, shapedAction, WithHeaders } from "../../../endpoints/endpoint.ts";
import { integer, text } from "../../../endpoints/parameter.ts";
import { badRequest } from "../../../protocol/errors.ts";
import { accessUser } from "../../organization/users/access.ts";
import { checkWayInChange } from "../../organization/users/authentication/ways-in.ts";
import { beginAt } from "./begin-login.ts";
import { endLogin, listLogins } from "./external-logins.ts";
import { OWN_SETTINGS } from "./goal.ts";
import { accessProvider } from "./providers/providers.ts";

/** The login services to which the actor's account is linked. An endpoint of this server's own. */
export const getExternalLoginsEndpoint = action({
  route: "GET /users/me/external_logins",
  by: "human",
  params: {},
  reply: {
    external_logins: v.array(
      v.object({
        id: v.number(),
        /** The provider's `name` in /server_settings, or null where the operator has taken it away. */
        provider: v.nullable(v.string()),
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

/**
 * Begins to link the actor's account to a service: the address there, and the cookie that binds it to the browser. An endpoint
 * of this server's own.
 */
export const beginLinkEndpoint = shapedAction({
  route: "POST /users/me/external_logins",
  by: "human",
  params: { provider: text("id") },
  reply: { url: v.string() },
  run({ realm, actor, params }) {
    const user = accessUser(realm, actor, actor.user_id);
    checkWayInChange(realm, actor, { way: "linked service", act: "add", of: user });
    const provider = accessProvider(realm, params.provider);
    const { issuer, name } = provider;
    if (listLogins(realm, actor.user_id).some((login) => login.issuer === issuer)) {
      throw badRequest(`Your account is linked to ${name} already. Unlink it first.`);
    }
    return { provider, link: { user_id: actor.user_id, session_id: actor.session_id ?? 0 } };
  },
  async shape({ result: { provider, link }, request, ...worker }) {
    const goal = { next: OWN_SETTINGS, link };
    const { url, cookie } = await beginAt(provider, goal, { origin: request.origin, choose: true, ...worker });
    return new WithHeaders({ url }, [cookie]);
  },
});

/** Ends such a link. An endpoint of this server's own. */
export const deleteExternalLoginEndpoint = action({
  route: "DELETE /users/me/external_logins/:login_id",
  by: "human",
  params: { login_id: integer },
  reply: {},
  run({ realm, actor, params }) {
    const user = accessUser(realm, actor, actor.user_id);
    checkWayInChange(realm, actor, { way: "linked service", act: "take", of: user });
    endLogin(realm, user, params.login_id);
    return {};
  },
});
