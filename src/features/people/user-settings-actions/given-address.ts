import type { Actor } from "../../../protocol/actor.ts";
import { words } from "../../../protocol/words/words.ts";
import type { Realm } from "../../../realm/realm.ts";
import { hashKey } from "../../../rpc/credentials.ts";
import { after, before, days, seconds } from "../../../util/time.ts";
import { canSendMail } from "../../email/email.ts";
import { newMailedKey } from "../../email/signed-token.ts";
import { sendEmailChangedMail } from "../../organization/account-actions/email-changed-mail.ts";
import { accessUser } from "../../organization/accounts/access.ts";
import { checkEmailIsFree, findUser, type User } from "../../organization/accounts/accounts.ts";
import {
  confirmAddress,
  doubtAddress,
  hasConfirmedOther,
  isAddressDoubted,
} from "../../organization/accounts/authentication/credentials.ts";
import { changeEmail } from "../../organization/accounts/changes.ts";
import { emailUser } from "../../organization/organization-settings/email-user.ts";
import { revokeCredentials } from "../sso-login/sso-login.ts";
import type { AddressKeyRow } from "./rows.ts";
import * as rows from "./rows.ts";

export const changeEmailWords = words("emailChange", {
  subject: "Confirm your new email address for {organization}",
  wanted: "You asked to change your email address in {organization} ({url}) to {email}. Confirm within 24 hours.",
  given:
    "The email address of your account in {organization} ({url}) is now {email}. Confirm within 7 days that it's yours. Until then, you can't log in or choose a password by email, and emails don't show messages.",
  notYou: "If this wasn't you, you can ignore this email.",
  confirm: "Confirm email address",
});

/** Validity of the keys. */
const VALIDITY = days(7);
/**
 * Maximum undo links per account within that time. Later changes get none, so that the first addresses can be restored.
 */
const MAX_UNDOS = 10;

/**
 * Runs after an administrator changed an account's email: asks the new address to confirm the change, and sends the
 * former address a link to undo it. Does nothing if the server can't send email, because no one could confirm anything.
 */
export function askAboutGivenAddress(realm: Realm, former: User, by: Actor): void {
  if (!canSendMail(realm)) return;
  const isFormerDoubted = isAddressDoubted(realm, former);
  const user = accessUser(realm, null, former.id);
  doubtAddress(realm, user);
  if (isAddressDoubted(realm, user)) askToConfirm(realm, user);
  const { count } = rows.countAddressKeys.one(realm.sql, { user: user.id, undoes: 1 });
  // A former address that was never confirmed gets no control over the account.
  const undo = isFormerDoubted || count >= MAX_UNDOS ? undefined : linkTo(realm, former, { undoes: 1 });
  sendEmailChangedMail(realm, former, { email: user.delivery_email, by, undo });
}

/** Emails a key that confirms an account's current address. */
export function askToConfirm(realm: Realm, user: User): void {
  rows.deleteAddressKeys.run(realm.sql, { user: user.id, undoes: 0, since: seconds(0) });
  emailUser(realm, user, changeEmailWords, (words, name) => ({
    paragraphs: [words.given(name, realm.url, user.delivery_email), words.notYou],
    link: { label: words.confirm, url: linkTo(realm, user, { undoes: 0 }) },
  }));
}

function linkTo(realm: Realm, { id, delivery_email: email }: User, { undoes }: Pick<AddressKeyRow, "undoes">): string {
  const made_at = realm.seconds();
  const { key, hash: key_hash } = newMailedKey(realm);
  rows.deleteAddressKeysBefore.run(realm.sql, { before: before(made_at, VALIDITY) });
  rows.insertAddressKey.run(realm.sql, { key_hash, user_id: id, email, undoes, made_at });
  return `${realm.url}/accounts/confirm_new_email/${key}/`;
}

/** Invalidates the links for restoring former addresses. Called when a directory takes over an account's address. */
export const endUndoLinks = (realm: Realm, { id: user }: Pick<User, "id">): void =>
  rows.deleteAddressKeys.run(realm.sql, { user, undoes: 1, since: seconds(0) });

interface KeptAddress {
  readonly user: User;
  readonly row: AddressKeyRow;
}

/** Returns the account and address that an emailed key belongs to, or undefined if the key isn't valid. */
export function findGivenAddress(realm: Realm, key: string): KeptAddress | undefined {
  const row = rows.addressKey.first(realm.sql, { key_hash: hashKey(key) });
  const user = row && findUser(realm, row.user_id);
  if (row === undefined || user?.is_active !== 1 || after(row.made_at, VALIDITY) <= realm.seconds()) return undefined;
  return row.undoes === 1 || row.email === user.delivery_email ? { user, row } : undefined;
}

/**
 * Confirms an account's address, or restores the former one. Restoring locks out anyone who got in through the new
 * address.
 */
export function keepAddress(realm: Realm, { user, row: { email, undoes, made_at } }: KeptAddress): void {
  // No one can have got in through an address that was never confirmed.
  const cameIn = undoes === 1 && hasConfirmedOther(realm, user, email);
  if (undoes === 1 && email.toLowerCase() !== user.delivery_email.toLowerCase()) checkEmailIsFree(realm, email);
  if (email !== user.delivery_email) changeEmail(realm, user, email);
  confirmAddress(realm, accessUser(realm, null, user.id));
  rows.deleteAddressKeys.run(realm.sql, { user: user.id, undoes, since: undoes === 1 ? made_at : seconds(0) });
  if (cameIn) revokeCredentials(realm, user.id);
}
