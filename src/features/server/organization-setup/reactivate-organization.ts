import * as v from "valibot";
import { setupAction } from "../../../api/endpoint.ts";
import { optional, text } from "../../../api/parameter.ts";
import { isOwner } from "../../../protocol/actor.ts";
import { ApiError, badRequest, unauthorizedPrincipal } from "../../../protocol/errors.ts";
import {
  beginLogin,
  checkComplete,
  checkLogin,
  finishLogin,
} from "../../organization/accounts/authentication/password-login.ts";
import { isDeactivated, reactivateOrganization } from "../../organization/organization-settings/deactivation.ts";
import { checkSetupToken, isSetupOpen, setupParams } from "./setup-token.ts";

const notProven = () =>
  new ApiError({
    code: "UNAUTHORIZED",
    msg: "Reactivating an organization requires the email and password of one of its owners.",
    status: 401,
  });

/**
 * Reactivates an organization that its owner deactivated. Requires the setup token or, if the server requires none, an
 * owner's email and password. Not part of Zulip's API.
 */
export const reactivateOrganizationEndpoint = setupAction({
  route: "POST /organizations/reactivate",
  isOperators: true,
  evenDeactivated: true,
  params: {
    ...setupParams,
    email: optional(text("address")),
    password: optional(text("password")),
    second_factor_code: optional(text("word")),
  },
  reply: { realm_id: v.number() },
  organization: ({ subdomain }) => subdomain,
  plan({ realm, params: { email, password }, request }): { readonly hash: string | null } {
    if (!isSetupOpen(realm.config)) return { hash: null };
    if (email === undefined || password === undefined) throw notProven();
    return { hash: beginLogin(realm, email, request) };
  },
  async prepare({ plan: { hash }, params: { setup_token, password = "" }, config, env, request, log }) {
    if (hash !== null) return { verified: await checkLogin(password, hash, { config, env, log }) };
    await checkSetupToken(setup_token, { config, env, request, log });
    return { verified: null };
  },
  run({ realm, params: { email: username = "", second_factor_code: code }, prepared: { verified }, request }) {
    if (isSetupOpen(realm.config)) {
      const { user, standing } = finishLogin(realm, { username, verified, code, request });
      // Second factors can't be set up in a deactivated organization.
      if (standing !== "setup wanted" && standing !== "passkey wanted") checkComplete(standing);
      if (!isOwner(user)) throw unauthorizedPrincipal("owner");
    }
    if (!isDeactivated(realm)) throw badRequest("This organization is not deactivated.");
    reactivateOrganization(realm);
    realm.log.info("organization_reactivated");
    return { realm_id: realm.id };
  },
});
