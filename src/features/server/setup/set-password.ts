import { setupAction } from "../../../endpoints/endpoint.ts";
import { boolean, optional, text } from "../../../endpoints/parameter.ts";
import { realmSettings } from "../../organization/realm/realm-settings.ts";
import { checkPasswordStrength, hashPassword } from "../../organization/users/authentication/password.ts";
import { setPasswordByOperator } from "../../people/password-reset/password-reset.ts";
import { accessPerson, accountParams, byOperator, checkOperator } from "./operator-account.ts";

/**
 * Gives an account the password that the server's operator has chosen, with the setup token. An endpoint of this server's
 * own.
 */
export const setPasswordEndpoint = setupAction({
  route: "POST /organizations/password",
  ...byOperator,
  params: { ...accountParams, password: text("password"), keeps_logins: optional(boolean, false) },
  reply: {},
  async prepare({ params, ...worker }) {
    // Nobody else learns whether there is such an account, nor has a password hashed.
    await checkOperator({ params, ...worker });
    return hashPassword(params.password, worker);
  },
  run({ realm, params: { email, password, keeps_logins: keepsLogins }, prepared: passwordHash }) {
    const user = accessPerson(realm, email);
    checkPasswordStrength(password, [user.full_name, user.delivery_email, realmSettings(realm).name]);
    setPasswordByOperator(realm, user, { passwordHash, keepsLogins });
    realm.log.info("password_set", { account: user.id, keeps_logins: keepsLogins, by: "operator" });
    return {};
  },
});
