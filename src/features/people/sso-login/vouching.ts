import type { LoginProvider } from "../../../config/login-providers.ts";
import { isEmail } from "../../organization/accounts/email.ts";
import type { Identity } from "./attempt.ts";

/** Whether a provider's email address counts as verified even if the provider doesn't mark it as verified. */
export function vouchesFor({ protocol, vouches, vouchedDomains }: LoginProvider, email: string): boolean {
  const domain = email.toLowerCase().split("@").at(-1) ?? "";
  return protocol === "openid" && vouches && (vouchedDomains === null || vouchedDomains.includes(domain));
}

/**
 * Adds the address that the provider is trusted to have verified. Each step of a login checks again, because the trust
 * may have been withdrawn since the last step.
 */
export function withVouched(provider: LoginProvider, identity: Identity): Identity {
  const address = identity.unverified?.trim() ?? "";
  const isVouched = identity.emails.length === 0 && isEmail(address) && vouchesFor(provider, address);
  return isVouched ? { ...identity, emails: [address] } : identity;
}
