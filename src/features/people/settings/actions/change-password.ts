import type { Config } from "../../../../config/config.ts";
import type { HasherAsker } from "../../../../http/ask-hasher.ts";
import { badRequest } from "../../../../protocol/errors.ts";
import type { Realm } from "../../../../realm/realm.ts";
import { realmSettings } from "../../../organization/realm/public.ts";
import {
  checkPasswordStrength,
  countAttempt,
  forgetAttempts,
  hashPassword,
  passwordHashOf,
  type User,
  verifyPassword,
  writePassword,
} from "../../../organization/users/public.ts";

interface PasswordChange {
  readonly old_password: string | undefined;
  readonly new_password: string | undefined;
}

/** Runs before the hashing: counts the attempt as a login, and returns the stored hash to verify the password by. */
export function beginPasswordChange(realm: Realm, user: User, { new_password }: PasswordChange): string | null {
  if (new_password === undefined) return null;
  checkPasswordStrength(new_password, [user.full_name, user.delivery_email, realmSettings(realm).name]);
  countAttempt(realm, user.delivery_email);
  return passwordHashOf(realm, user.id);
}

/** Runs in the Worker. Verifies the old password, and returns the hash of the new one with the one verified. */
export async function preparePassword(
  { old_password = "", new_password }: PasswordChange,
  stored: string | null,
  worker: HasherAsker & { readonly config: Config },
): Promise<{ verified: string; hash: string } | null> {
  if (stored === null || new_password === undefined) return null;
  if (!(await verifyPassword(old_password, stored, worker))) throw badRequest("Wrong password!");
  return { verified: stored, hash: await hashPassword(new_password, worker) };
}

/** Writes the hash of the new password, unless the password has changed since it was verified. */
export function finishPasswordChange(realm: Realm, user: User, { verified, hash }: { verified: string; hash: string }) {
  if (passwordHashOf(realm, user.id) !== verified) throw badRequest("Wrong password!");
  writePassword(realm, user.id, hash);
  forgetAttempts(realm, user.delivery_email);
}
