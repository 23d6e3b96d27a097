import type { LoginProvider } from "../../../config/login-providers.ts";
import type { Realm } from "../../../realm/realm.ts";
import { accessUser } from "../../organization/users/access.ts";
import type { User } from "../../organization/users/users.ts";
import type { Identity } from "./attempt.ts";
import { grantedHook } from "./external-logins.ts";

/** Gives an account what its login at a provider says, before it is let in. Returns the account as it is then. */
export function grant(realm: Realm, provider: LoginProvider, { id }: Pick<User, "id">, { granted }: Identity): User {
  if (granted !== undefined) realm.run(grantedHook, provider, id, granted);
  return accessUser(realm, null, id);
}
