import { ApiError } from "../../../protocol/errors.ts";
import type { Realm } from "../../../realm/realm.ts";
import { checkEmailAllowed } from "../../organization/users/actions/email-rules.ts";
import { isEmail } from "../../organization/users/email.ts";
import { findUserByRealEmail } from "../../organization/users/users.ts";
import type { Refusal } from "./failure.ts";

/** The addresses of a list, between commas or on lines of their own, with or without a name before them. */
export function addressesIn(list: string): string[] {
  const found = new Map<string, string>();
  for (const part of list.split(/[,\n]/)) {
    const address = (/<([^<>]*)>\s*$/.exec(part)?.[1] ?? part).trim();
    if (address !== "" && !found.has(address.toLowerCase())) found.set(address.toLowerCase(), address);
  }
  return [...found.values()];
}

/** Why nobody can be invited at an address, whoever has it. */
export function problemWith(realm: Realm, email: string): Refusal | undefined {
  if (!isEmail(email)) return [email, "Invalid address.", false];
  try {
    checkEmailAllowed(realm, email);
    return undefined;
  } catch (error) {
    // One address among many: what is wrong with it is told beside it.
    if (error instanceof ApiError) return [email, error.message, false];
    throw error;
  }
}

/** An address that has an account cannot be invited. */
export function accountAt(realm: Realm, email: string): Refusal | undefined {
  const user = findUserByRealEmail(realm, email);
  if (user === undefined) return undefined;
  return user.is_active === 1
    ? [email, "Already has an account.", false]
    : [email, "The account has been deactivated.", true];
}
