import { action } from "../../../../endpoints/endpoint.ts";
import { integer } from "../../../../endpoints/parameter.ts";
import { badRequest } from "../../../../protocol/errors.ts";
import { accessUserToChange } from "../../../organization/users/access.ts";
import { checkWayInChange } from "../../../organization/users/authentication/ways-in.ts";
import { resetSecondFactor } from "../second-factor.ts";

/**
 * Takes second factor and passkeys off the account of somebody who has lost them: the password is enough again, or leads to
 * setting up new ones. An endpoint of this server's own.
 */
export const resetSecondFactorEndpoint = action({
  route: "DELETE /users/:user_id/second_factor",
  by: "administrator",
  params: { user_id: integer },
  reply: {},
  run({ realm, actor, params }) {
    const user = accessUserToChange(realm, actor, params.user_id);
    // The account itself does it one by one.
    if (user.id === actor.user_id) throw badRequest("You can't do this for your own account.");
    for (const way of ["second factor", "passkey"] as const) {
      checkWayInChange(realm, actor, { way, act: "take", of: user });
    }
    resetSecondFactor(realm, user, actor.full_name);
    realm.log.info("second_factor_reset", { account: user.id, by: actor.user_id });
    return {};
  },
});
