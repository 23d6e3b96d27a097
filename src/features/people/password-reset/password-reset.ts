import { badRequest, notFound } from "../../../protocol/errors.ts";
import type { UserId } from "../../../protocol/ids.ts";
import { words } from "../../../protocol/words/words.ts";
import type { Realm } from "../../../realm/realm.ts";
import { hashKey } from "../../../rpc/credentials.ts";
import type { RequestFacts } from "../../../rpc/request-facts.ts";
import { after, before, HOUR } from "../../../util/time.ts";
import { canSendMail, checkCanSendMail } from "../../email/email.ts";
import { countEmailToStranger } from "../../email/emails-to-strangers.ts";
import { newMailedKey } from "../../email/signed-token.ts";
import { findUser, findUserByRealEmail, passwordHashOf, type User } from "../../organization/accounts/accounts.ts";
import { endKeys } from "../../organization/accounts/api-keys/api-keys.ts";
import { isAddressDoubted, writePassword } from "../../organization/accounts/authentication/credentials.ts";
import { forgetAllLogins, forgetLogins } from "../../organization/accounts/authentication/login-attempts.ts";
import { checkPasswordLogins } from "../../organization/accounts/authentication/password-login.ts";
import { actorName, emailLanguage } from "../../organization/accounts/email-language.ts";
import { addressToConfirmHook } from "../../organization/accounts/hooks.ts";
import { sendDirectNotice } from "../../organization/system-messages/system-messages.ts";
import { accountEntity, audit } from "../../trust/audit-log/audit.ts";
import { endSessions } from "../sessions/sessions.ts";
import { notifyLoginChange } from "../two-factor/change-emails.ts";
import { takeEmailTo } from "./emails-to-addresses.ts";
import { mailDeactivated, mailNoAccount, mailResetLink } from "./reset-emails.ts";
import { deleteReset, deleteResetsBefore, putReset, resetByKey } from "./rows.ts";

const linkWords = words("passwordLink", {
  /** Notice to the account's user. `by` names an administrator or the server's operator. */
  made: "{by} created a link for choosing a new password. It works once, for an hour. If you didn't ask for it, tell an administrator.",
});

/** Validity of an emailed key. */
const VALIDITY = HOUR;

/**
 * Emails a key to an address if it has an account. Any address gets an email and the response is the same, so that no
 * one can find out who has an account.
 */
export function requestPasswordReset(realm: Realm, email: string, asker: string): void {
  checkPasswordLogins(realm);
  checkCanSendMail(realm, "Ask your server administrator for a new password.");
  countEmailToStranger(realm, asker);
  const user = findUserByRealEmail(realm, email);
  // No one reads email sent to a bot.
  if (user !== undefined && user.bot_type !== null) return;
  if (!takeEmailTo(realm, email, { isKnown: user !== undefined })) return;
  if (user !== undefined) audit(realm, "password.reset_requested", { of: accountEntity(user) });
  if (user === undefined) mailNoAccount(realm, email);
  else if (user.is_active === 0) mailDeactivated(realm, user);
  else if (isAddressDoubted(realm, user)) realm.run(addressToConfirmHook, user);
  else mailResetLink(realm, user, letterResetUrl(realm, user));
}

/** How a key reaches its user: by email to the account's address, or through another person. */
type KeyBearer = "letter" | "person";

/** Creates a new key for an account. Earlier keys become invalid. */
function newResetKey(realm: Realm, user: User, by: KeyBearer): string {
  const now = realm.seconds();
  const { key, hash } = newMailedKey(realm);
  deleteResetsBefore.run(realm.sql, { before: before(now, VALIDITY) });
  putReset.run(realm.sql, {
    user: user.id,
    key_hash: hash,
    email: user.delivery_email,
    password_print: passwordPrint(realm, user.id),
    requested_at: now,
    by_letter: Number(by === "letter"),
  });
  return key;
}

const resetUrl = (realm: Realm, key: string): string => `${realm.url}/accounts/password/reset/${key}/`;

/** Returns a link for choosing an account's password. Only for emails to the account's own address. */
export const letterResetUrl = (realm: Realm, user: User): string => resetUrl(realm, newResetKey(realm, user, "letter"));

const passwordPrint = (realm: Realm, user: UserId) => hashKey(passwordHashOf(realm, user));

/**
 * Returns the account whose password a key resets, and whether using the key proves that the account's address is the
 * user's. Throws if the key is unknown, used or expired, or older than the account's current address or password.
 */
export function accessReset(realm: Realm, key: string) {
  checkPasswordLogins(realm);
  const row = resetByKey.first(realm.sql, { key_hash: hashKey(key) });
  const user = row && findUser(realm, row.user_id);
  if (
    row === undefined ||
    user?.is_active !== 1 ||
    after(row.requested_at, VALIDITY) <= realm.seconds() ||
    row.email !== user.delivery_email ||
    row.password_print !== passwordPrint(realm, user.id)
  ) {
    throw notFound("This link isn't valid, or has expired. Ask for a new one.");
  }
  return { user, provesAddress: row.by_letter === 1 };
}

/** Sets a password chosen by the server's operator. Without `keepsLogins`, all sessions and API keys end. */
export function setPasswordByOperator(
  realm: Realm,
  user: User,
  { passwordHash, keepsLogins }: { readonly passwordHash: string; readonly keepsLogins: boolean },
): void {
  writePassword(realm, user.id, passwordHash);
  forgetAllLogins(realm, user.delivery_email);
  if (!keepsLogins) revokeLogins(realm, user);
  notifyLoginChange(realm, user, { kind: "password set" });
}

/** Ends all sessions and API keys of an account. */
export function revokeLogins(realm: Realm, { id }: User): void {
  endSessions(realm, id);
  endKeys(realm, id);
}

interface NewPassword {
  readonly passwordHash: string;
  readonly endsKeys: boolean;
  readonly request: RequestFacts;
}

/** Sets a password with a key. Ends the key and all the account's sessions, and optionally its API keys. */
export function resetPassword(realm: Realm, user: User, { passwordHash, endsKeys, request }: NewPassword): void {
  const { id, delivery_email } = user;
  writePassword(realm, id, passwordHash);
  forgetLogins(realm, delivery_email, request);
  endSessions(realm, id, { reason: "password_changed" });
  if (endsKeys) endKeys(realm, id);
  notifyLoginChange(realm, user, { kind: "new password" });
}

export function forgetReset(realm: Realm, user: UserId): void {
  deleteReset.run(realm.sql, { user });
}

/**
 * Creates a link for choosing an account's password, to be passed on by an administrator, or by the server's operator
 * if `by` is undefined. The account is notified, so that no one can create one unnoticed.
 */
export function makePasswordLink(realm: Realm, user: User, by: string | undefined) {
  checkPasswordLogins(realm);
  if (user.bot_type !== null || user.is_active === 0) throw badRequest("No such user");
  const key = newResetKey(realm, user, "person");
  if (canSendMail(realm)) {
    notifyLoginChange(realm, user, { kind: "password link", by });
  } else {
    audit(realm, "password.link_made", { of: accountEntity(user) });
    const language = emailLanguage(realm, user);
    sendDirectNotice(realm, { to: user.id, content: linkWords[language].made(actorName(language, by)) });
  }
  return { url: resetUrl(realm, key), expires_at: after(realm.seconds(), VALIDITY) };
}
