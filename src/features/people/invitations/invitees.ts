import { ApiError } from "../../../protocol/errors.ts";
import type { Realm } from "../../../realm/realm.ts";
import { checkEmailAllowed } from "../../organization/users/actions/email-rules.ts";
import { isEmail } from "../../organization/users/email.ts";
import { findUserByRealEmail } from "../../organization/users/users.ts";
import type { AddressError } from "./invitation-failed.ts";

/** The distinct addresses of a list separated by commas or lines, each with or without a name before it. */
export function parseAddresses(list: string): string[] {
  const found = new Map<string, string>();
  for (const part of list.split(/[,\n]/)) {
    const address = (/<([^<>]*)>\s*$/.exec(part)?.[1] ?? part).trim();
    if (address !== "" && !found.has(address.toLowerCase())) found.set(address.toLowerCase(), address);
  }
  return [...found.values()];
}

/** The reason why an address cannot be invited, other than that it has an account. */
export function addressError(realm: Realm, email: string): AddressError | undefined {
  if (!isEmail(email)) return [email, "Invalid address.", false];
  try {
    checkEmailAllowed(realm, email);
    return undefined;
  } catch (error) {
    // The reply lists the errors of all addresses.
    if (error instanceof ApiError) return [email, error.message, false];
    throw error;
  }
}

/** The error of an address that already has an account. */
export function accountError(realm: Realm, email: string): AddressError | undefined {
  const user = findUserByRealEmail(realm, email);
  if (user === undefined) return undefined;
  return user.is_active === 1
    ? [email, "Already has an account.", false]
    : [email, "The account has been deactivated.", true];
}
