import { setupAction } from "../../../endpoints/endpoint.ts";
import { resetSecondFactor } from "../../people/second-factor/second-factor.ts";
import { accessPerson, accountParams, byOperator } from "./operator-account.ts";

/**
 * Takes second factor and passkeys off an account, such as that of the only owner, with the setup token: whoever runs the
 * server is the last who can let somebody in again. An endpoint of this server's own.
 */
export const resetByOperatorEndpoint = setupAction({
  route: "POST /organizations/second_factor/reset",
  params: accountParams,
  reply: {},
  ...byOperator,
  run({ realm, params }) {
    const user = accessPerson(realm, params.email);
    resetSecondFactor(realm, user, undefined);
    realm.log.info("second_factor_reset", { account: user.id, by: "operator" });
    return {};
  },
});
