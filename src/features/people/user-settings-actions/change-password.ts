import type { Config } from "../../../config/config.ts";
import type { HasherAsker } from "../../../http/ask-hasher.ts";
import type { Actor } from "../../../protocol/actor.ts";
import { badRequest } from "../../../protocol/errors.ts";
import type { Realm } from "../../../realm/realm.ts";
import type { RequestFacts } from "../../../rpc/request-facts.ts";
import { passwordHashOf, type User } from "../../organization/accounts/accounts.ts";
import { checkWayInChange, writePassword } from "../../organization/accounts/authentication/credentials.ts";
import { countLogin, forgetLogins } from "../../organization/accounts/authentication/login-attempts.ts";
import {
  checkPasswordStrength,
  hashPassword,
  verifyPassword,
} from "../../organization/accounts/authentication/password.ts";
import { realmSettings } from "../../organization/organization-settings/realm-settings.ts";
import { endSessions } from "../sessions/sessions.ts";
import { notifyLoginChange } from "../two-factor/change-emails.ts";

interface Passwords {
  readonly old_password: string | undefined;
  readonly new_password: string | undefined;
  readonly email: string | undefined;
}

/** The hash that the current password was verified with, and the hash of the new password. */
interface PreparedPasswords {
  readonly verified: string;
  readonly hash: string | undefined;
}

/** True if a request contains the current password, or must contain it. */
const showsPassword = ({ old_password, new_password, email }: Passwords) =>
  new_password !== undefined || (email !== undefined && old_password !== undefined);

/** Counts the attempt as a login, and returns the stored hash for verifying the password. */
export function beginPasswordCheck(
  realm: Realm,
  user: User,
  passwords: Passwords,
  request: RequestFacts,
): string | null {
  if (!showsPassword(passwords)) return null;
  const { new_password } = passwords;
  if (new_password !== undefined) {
    checkPasswordStrength(new_password, [user.full_name, user.delivery_email, realmSettings(realm).name]);
  }
  countLogin(realm, user.delivery_email, request);
  return passwordHashOf(realm, user.id);
}

/** Verifies the current password, and hashes the new one. Runs in the Worker. */
export async function preparePasswords(
  { old_password = "", new_password }: Passwords,
  stored: string | null,
  worker: HasherAsker & { readonly config: Config },
): Promise<PreparedPasswords | null> {
  if (stored === null) return null;
  if (!(await verifyPassword(old_password, stored, worker))) throw badRequest("Wrong password!");
  return { verified: stored, hash: new_password === undefined ? undefined : await hashPassword(new_password, worker) };
}

/** Stores the hash of the new password, and ends all other sessions of the account. */
export function changePassword(
  realm: Realm,
  actor: Actor,
  user: User,
  { verified, hash, request }: PreparedPasswords & { readonly request: RequestFacts },
): void {
  checkWayInChange(realm, actor, { way: "password", act: "change", of: user, shown: { verified } });
  forgetLogins(realm, user.delivery_email, request);
  if (hash === undefined) return;
  writePassword(realm, user.id, hash);
  endSessions(realm, user.id, { but: actor.session_id, reason: "password_changed" });
  notifyLoginChange(realm, user, { kind: "new password" });
}
