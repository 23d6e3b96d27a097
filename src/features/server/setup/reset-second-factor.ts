import * as v from "valibot";
import { SUBDOMAIN } from "../../../config/host.ts";
import { setupAction } from "../../../endpoints/endpoint.ts";
import { optional, text, textOf } from "../../../endpoints/parameter.ts";
import { boundedText } from "../../../protocol/bounded.ts";
import { badRequest } from "../../../protocol/errors.ts";
import { findUserByRealEmail } from "../../organization/users/public.ts";
import { resetSecondFactor } from "../../people/second-factor/public.ts";
import { checkSetupToken, isSetupOpen } from "./setup-token.ts";

/**
 * Takes second factor and passkeys off an account, such as that of the only owner, with the setup token: whoever runs the
 * server is the last who can let somebody in again. An endpoint of this server's own.
 */
export const resetByOperatorEndpoint = setupAction({
  route: "POST /organizations/second_factor/reset",
  params: {
    subdomain: optional(textOf(v.union([v.literal(""), v.pipe(boundedText("address"), v.regex(SUBDOMAIN))])), ""),
    setup_token: text("id"),
    email: text("address"),
  },
  reply: {},
  organization: ({ subdomain }) => subdomain,
  async prepare({ params: { setup_token }, config, env, request, log }) {
    // A server that lets everybody found organizations has nothing by which it would know its operator.
    if (isSetupOpen(config)) throw badRequest("This needs a server with a setup token.");
    await checkSetupToken(setup_token, { config, env, request, log });
  },
  run({ realm, params }) {
    const user = findUserByRealEmail(realm, params.email);
    if (user === undefined || user.bot_type !== null) throw badRequest("No such user");
    resetSecondFactor(realm, user, undefined);
    realm.log.info("second_factor_reset", { account: user.id, by: "operator" });
    return {};
  },
});
