import type { Actor } from "../../../protocol/actor.ts";
import { badRequest, insufficientPermission, notFound } from "../../../protocol/errors.ts";
import type { UserId } from "../../../protocol/ids.ts";
import { Role } from "../../../protocol/roles.ts";
import { words } from "../../../protocol/words/words.ts";
import type { Realm } from "../../../realm/realm.ts";
import { hashKey } from "../../../rpc/credentials.ts";
import type { RequestFacts } from "../../../rpc/request-facts.ts";
import { after, DAY } from "../../../util/time.ts";
import { channelIndex } from "../../channels/channels/channels.ts";
import { canAddOthers } from "../../channels/subscriptions/subscription-request.ts";
import { countEmailToStranger } from "../../email/emails-to-strangers.ts";
import { newMailedKey } from "../../email/signed-token.ts";
import { reactivate } from "../../organization/account-actions/deactivation.ts";
import { checkEmailAllowed } from "../../organization/account-actions/email-rules.ts";
import { changeRole } from "../../organization/account-actions/roles.ts";
import { accessUser, accessUserToChange } from "../../organization/accounts/access.ts";
import { checkEmailIsFree, findUser, type User } from "../../organization/accounts/accounts.ts";
import { checkWayInChange, confirmAddress } from "../../organization/accounts/authentication/credentials.ts";
import { countAttempt } from "../../organization/accounts/authentication/login-attempts.ts";
import { changeEmail, writeFullName } from "../../organization/accounts/changes.ts";
import { emailLanguage } from "../../organization/accounts/email-language.ts";
import { checkNameIsFree } from "../../organization/accounts/full-name.ts";
import { addressGivenHook } from "../../organization/accounts/hooks.ts";
import { unmarkedName } from "../../organization/accounts/outside-access.ts";
import { emailTo } from "../../organization/organization-settings/email-user.ts";
import { realmSettings } from "../../organization/organization-settings/realm-settings.ts";
import { letterResetUrl } from "../../people/password-reset/password-reset.ts";
import { endSessions } from "../../people/sessions/sessions.ts";
import { accountEntity, audit } from "../../trust/audit-log/audit.ts";
import { canKeep, emitPerson } from "./emit-links.ts";
import { linkChanged } from "./links.ts";
import { forgetMailbox } from "./mail.ts";
import * as rows from "./rows.ts";

const keepWords = words("outsideKeepLetter", {
  subject: "Keep your account in {organization}",
  wanted:
    "You asked to keep your account “{name}” in {organization} ({url}) with this email address. Confirm within 24 hours and before your access ends, then choose a password.",
  notYou: "If this wasn't you, you can ignore this email.",
  keep: "Keep account",
});

/** Validity of the emailed key. */
const VALIDITY = DAY;
/** Maximum requests per person within half an hour. */
const MAX_REQUESTS = 5;

/**
 * Stores the email address of someone who joined through a link and wants to keep their account. If `canKeep`, emails
 * them a key for it; otherwise administrators decide. The result doesn't reveal whether an address has an account.
 * Returns whether an email was sent.
 */
export function askToStay(realm: Realm, id: UserId, email: string, { address }: RequestFacts): boolean {
  const person = rows.personById.first(realm.sql, { user: id });
  if (person === undefined) throw badRequest("No such link");
  checkEmailAllowed(realm, email);
  countAttempt(realm, `wish to stay of ${id}`, MAX_REQUESTS);
  const link = rows.linkById.one(realm.sql, { id: person.link_id });
  const isFree = canKeep(realm, link);
  const { key, hash } = newMailedKey(realm);
  rows.setWish.run(realm.sql, { user: id, email, hash: isFree ? hash : null, at: realm.seconds() });
  if (email !== person.wanted_email) emitPerson(realm, link, id);
  if (!isFree) return false;
  countEmailToStranger(realm, address);
  const user = accessUser(realm, null, id);
  emailTo(realm, { to: email, language: emailLanguage(realm, user) }, keepWords, (words, name) => ({
    subject: words.subject(name),
    paragraphs: [words.wanted(unmarkedName(user.full_name), name, realm.url), words.notYou],
    link: { label: words.keep, url: `${realm.url}/outside/keep/${key}/` },
  }));
  return true;
}

interface Wish {
  readonly user: User;
  readonly email: string;
}

/**
 * Returns the request that an emailed key belongs to. Throws if the key isn't valid, or the person can no longer stay.
 */
export function accessWish(realm: Realm, key: string): Wish {
  const person = rows.personByKeepHash.first(realm.sql, { hash: hashKey(key) });
  const user = person && findUser(realm, person.user_id);
  if (
    person?.wanted_email == null ||
    person.keep_asked_at === null ||
    user?.is_active !== 1 ||
    after(person.keep_asked_at, VALIDITY) <= realm.seconds() ||
    !canKeep(realm, rows.linkById.one(realm.sql, { id: person.link_id }))
  ) {
    throw notFound("This link isn't valid, or has expired. Ask for a new one.");
  }
  return { user, email: person.wanted_email };
}

/**
 * Turns someone who joined through a link into a guest, given the key from their email. Returns the URL of the page to
 * choose a password.
 */
export function keepByLetter(realm: Realm, key: string): string {
  const { user, email } = accessWish(realm, key);
  const guest = makeGuest(realm, user, email, { by: user });
  confirmAddress(realm, guest);
  return letterResetUrl(realm, guest);
}

/**
 * Lets someone who joined through a link keep their account, even after the link has ended, with the address they gave
 * or another. Only an administrator who could add them to the channel can do this, because a guest sees all of it.
 */
export function keepPerson(realm: Realm, actor: Actor, id: number, email: string | undefined): void {
  const person = rows.personById.first(realm.sql, { user: id });
  if (person === undefined) throw badRequest("No such user");
  const link = rows.linkById.one(realm.sql, { id: person.link_id });
  const channel = channelIndex(realm).byId.get(link.channel_id);
  if (channel === undefined || !canAddOthers(realm, actor, channel)) throw insufficientPermission();
  const user = accessUserToChange(realm, actor, id);
  checkWayInChange(realm, actor, { way: "address", act: "change", of: user });
  const address = email ?? person.wanted_email;
  if (address === null) throw badRequest("Enter an email address.");
  const guest = makeGuest(realm, user, address);
  if (guest.is_active === 0) reactivate(realm, guest, accessUser(realm, null, actor.user_id));
  realm.run(addressGivenHook, user, actor);
}

/**
 * Turns someone who joined through a link into an ordinary guest with an email address. The link no longer limits what
 * they see. From now on they have to log in, which they never had to before.
 */
function makeGuest(realm: Realm, user: User, email: string, act: { readonly by?: User } = {}): User {
  const full_name = unmarkedName(user.full_name);
  checkEmailAllowed(realm, email);
  checkEmailIsFree(realm, email);
  if (realmSettings(realm).require_unique_names) checkNameIsFree(realm, full_name, user.id);
  const { link_id } = rows.personById.one(realm.sql, { user: user.id });
  endSessions(realm, user.id);
  realm.endQueuesOf(user.id);
  forgetMailbox(realm, user.id);
  rows.deleteAdmissionsOf.run(realm.sql, { user: user.id });
  rows.deletePerson.run(realm.sql, { user: user.id });
  rows.countKept.run(realm.sql, { link: link_id });
  audit(realm, "outside_link.person_kept", { of: accountEntity(user), details: { link_id }, ...act });
  linkChanged(realm, link_id);
  // A higher role had no effect while the link limited the account, and must not take effect now.
  changeRole(realm, user, Role.guest);
  writeFullName(realm, user, full_name);
  changeEmail(realm, user, email);
  return accessUser(realm, null, user.id);
}
