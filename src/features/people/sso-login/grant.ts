import type { LoginProvider } from "../../../config/login-providers.ts";
import type { Realm } from "../../../realm/realm.ts";
import { accessUser } from "../../organization/accounts/access.ts";
import type { User } from "../../organization/accounts/accounts.ts";
import type { Identity } from "./attempt.ts";
import { grantedHook } from "./sso-login.ts";

/** Grants an account what its provider login specifies, before logging the user in. Returns the account's new state. */
export function grant(realm: Realm, provider: LoginProvider, { id }: Pick<User, "id">, { granted }: Identity): User {
  if (granted !== undefined) realm.run(grantedHook, provider, id, granted);
  return accessUser(realm, null, id);
}
