import type { Realm } from "../../../realm/realm.ts";
import type { User } from "../../organization/accounts/accounts.ts";
import type { SecondFactorResult } from "../../organization/accounts/hooks.ts";
import { hasPasskey } from "../passkeys/passkeys.ts";
import { hasSecondFactor, isSecondFactorRequired, useCode } from "./two-factor.ts";

/** Returns the status of a login with a correct password, given the code sent along. */
export function secondFactorCheck(realm: Realm, user: User, code: string | undefined): SecondFactorResult {
  if (hasSecondFactor(realm, user.id)) {
    if (code === undefined) return "code wanted";
    useCode(realm, user, code);
    return "complete";
  }
  if (!isSecondFactorRequired(realm, user)) return "complete";
  return hasPasskey(realm, user.id) ? "passkey wanted" : "setup wanted";
}
