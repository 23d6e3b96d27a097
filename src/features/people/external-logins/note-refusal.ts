import type { LoginProvider } from "../../../config/login-providers.ts";
import type { Realm } from "../../../realm/realm.ts";
import { findUserByRealEmail } from "../../organization/users/users.ts";
import { accountEntity, auditIfRefused, organizationEntity } from "../../trust/audit-log/audit.ts";
import { ExternalLoginRefused, type Reason } from "./refused.ts";

/** The reasons why a login ends though nobody has tried to get in who may not. */
const NO_FAILURES: ReadonlySet<Reason> = new Set(["cancelled", "provider_down"]);

/** Does what lets somebody in by a provider. The audit log keeps a refusal. */
export function notingRefusal<T>(realm: Realm, provider: LoginProvider, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof ExternalLoginRefused && !NO_FAILURES.has(error.reason)) noteRefusal(realm, provider, error);
    throw error;
  }
}

function noteRefusal(realm: Realm, provider: LoginProvider, { reason, email }: ExternalLoginRefused): void {
  const user = email === undefined ? undefined : findUserByRealEmail(realm, email);
  const of = user === undefined ? organizationEntity(realm) : accountEntity(user);
  const name = user === undefined ? email : undefined;
  auditIfRefused(realm, "login.failed", { of, details: { method: provider.name, reason, name } });
}
