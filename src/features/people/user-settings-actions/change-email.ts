import { isAdministrator } from "../../../protocol/actor.ts";
import { badRequest, notFound, rateLimitHit } from "../../../protocol/errors.ts";
import type { UserId } from "../../../protocol/ids.ts";
import type { Realm } from "../../../realm/realm.ts";
import { hashKey } from "../../../rpc/credentials.ts";
import { after, before, DAY, HOUR, seconds } from "../../../util/time.ts";
import { checkCanSendMail } from "../../email/email.ts";
import { newMailedKey } from "../../email/signed-token.ts";
import { sendEmailChangedMail } from "../../organization/account-actions/email-changed-mail.ts";
import { checkEmailAllowed } from "../../organization/account-actions/email-rules.ts";
import { checkNotManaged } from "../../organization/account-actions/managed.ts";
import { actorOf, checkEmailIsFree, findUser, type User } from "../../organization/accounts/accounts.ts";
import { confirmAddress } from "../../organization/accounts/authentication/credentials.ts";
import { changeEmail } from "../../organization/accounts/changes.ts";
import { emailTo, readerOf } from "../../organization/organization-settings/email-user.ts";
import { realmSettings } from "../../organization/organization-settings/realm-settings.ts";
import { changeEmailWords, findGivenAddress, keepAddress } from "./given-address.ts";
import { deleteRequestsBefore, emailChangeByKey, insertRequest, putEmailChange, requestBefore } from "./rows.ts";

/** Limits on emails that one account can trigger to new addresses (conventions.md 6). */
const LIMITS = [
  { most: 2, period: HOUR },
  { most: 10, period: DAY },
];

/** Counts an email to a new address. Throws if that exceeds a limit. */
function countEmailChange(realm: Realm, user: UserId): void {
  const now = realm.seconds();
  for (const { most, period } of LIMITS) {
    const earlier = requestBefore.first(realm.sql, { user, skip: most - 1 })?.requested_at;
    if (earlier !== undefined && earlier > before(now, period)) throw rateLimitHit(seconds(earlier + period - now));
  }
  deleteRequestsBefore.run(realm.sql, { before: before(now, DAY) });
  insertRequest.run(realm.sql, { user, now });
}

/** Validity of the emailed key. */
const VALIDITY = DAY;

/** Emails a key to a new address. The account gets the address once the key is confirmed (users-groups-org.md 5). */
export function requestEmailChange(realm: Realm, user: User, email: string): void {
  checkMayChangeEmail(realm, user);
  checkEmailAllowed(realm, email);
  checkEmailIsFree(realm, email);
  checkCanSendMail(realm, "An administrator can change your address.");
  countEmailChange(realm, user.id);
  const { key, hash } = newMailedKey(realm);
  putEmailChange.run(realm.sql, { user: user.id, email, key_hash: hash, requested_at: realm.seconds() });
  emailTo(realm, { ...readerOf(realm, user), to: email }, changeEmailWords, (words, name) => ({
    subject: words.subject(name),
    paragraphs: [words.wanted(name, realm.url, email), words.notYou],
    link: { label: words.confirm, url: `${realm.url}/accounts/confirm_new_email/${key}/` },
  }));
}

export const isSameAddress = (email: string, user: User) => email.toLowerCase() === user.delivery_email.toLowerCase();

function checkMayChangeEmail(realm: Realm, user: User): void {
  checkNotManaged(realm, user);
  if (realmSettings(realm).email_changes_disabled && !isAdministrator(user)) {
    throw badRequest("Email address changes are disabled in this organization.");
  }
}

/**
 * Returns the email change that a key confirms. Throws if the key is invalid, or if the change isn't allowed anymore.
 */
export function findEmailChange(realm: Realm, key: string) {
  const given = findGivenAddress(realm, key);
  if (given !== undefined) return { email: given.row.email, confirm: () => keepAddress(realm, given) };
  const row = emailChangeByKey.first(realm.sql, { key_hash: hashKey(key) });
  const user = row && findUser(realm, row.user_id);
  if (row === undefined || user?.is_active !== 1 || after(row.requested_at, VALIDITY) <= realm.seconds()) {
    throw notFound("This link isn't valid, or has expired. Change your email address in the settings again.");
  }
  checkMayChangeEmail(realm, user);
  return { email: row.email, confirm: () => confirmEmailChange(realm, user, row.email) };
}

/** Changes the account's email, and notifies the old address, so that its owner can notice a takeover. */
function confirmEmailChange(realm: Realm, user: User, email: string): void {
  checkEmailAllowed(realm, email);
  checkEmailIsFree(realm, email);
  changeEmail(realm, user, email);
  confirmAddress(realm, { ...user, delivery_email: email });
  sendEmailChangedMail(realm, user, { email, by: actorOf(user) });
}
