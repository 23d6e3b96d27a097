import type { LoginProvider } from "../../../config/login-providers.ts";
import { raise, refusalOf } from "../../../protocol/errors.ts";
import { Role } from "../../../protocol/roles.ts";
import type { Realm } from "../../../realm/realm.ts";
import { createAccount } from "../../organization/account-actions/accounts.ts";
import type { User } from "../../organization/accounts/accounts.ts";
import { confirmAddress } from "../../organization/accounts/authentication/credentials.ts";
import { checkNameIsFree } from "../../organization/accounts/full-name.ts";
import { realmSettings } from "../../organization/organization-settings/realm-settings.ts";
import {
  acceptInvitation,
  accessInvitationByKey,
  checkEmailCanJoin,
  findInvitationTo,
  type Invitation,
} from "../invitations/join.ts";
import { sendWelcome } from "../invitations/welcome.ts";
import type { Identity, LoginIntent } from "./attempt.ts";
import { ExternalLoginRefused } from "./refused.ts";
import { link } from "./sso-login.ts";

interface Entrance {
  readonly email: string;
  /** Undefined if users can join without an invitation. */
  readonly invitation: Invitation | undefined;
}

/**
 * Returns the address a user without an account can join with, and the invitation: the opened link's, or one emailed to
 * the address, or none if the organization doesn't require one.
 */
export function accessEntrance(
  realm: Realm,
  { signsUp }: LoginProvider,
  { emails, unverified }: Identity,
  { invitation: key }: LoginIntent,
): Entrance {
  const [first = unverified ?? ""] = emails;
  if (emails.length === 0) throw new ExternalLoginRefused("unverified", "", { email: unverified });
  if (!signsUp) throw new ExternalLoginRefused("login_only", "", { email: first });
  if (key !== undefined) {
    const invitation = accessInvitationByKey(realm, key);
    const invited = invitation.addressee?.email.toLowerCase();
    const fitting = emails.filter((email) => invited === undefined || email.toLowerCase() === invited);
    if (fitting.length === 0) throw new ExternalLoginRefused("other_address", "", { email: first });
    return { email: allowedOf(realm, fitting), invitation };
  }
  for (const email of emails) {
    const invitation = findInvitationTo(realm, email);
    if (invitation !== undefined) return { email: allowedOf(realm, [email]), invitation };
  }
  if (realmSettings(realm).invite_required) throw new ExternalLoginRefused("invitation_needed", "", { email: first });
  return { email: allowedOf(realm, emails), invitation: undefined };
}

/** Returns the first address the organization allows. */
const allowedOf = (realm: Realm, emails: readonly string[]): string =>
  emails.find((email) => refusalOf(() => checkEmailCanJoin(realm, email)) === undefined) ??
  raise(new ExternalLoginRefused("not_allowed", "", { email: emails[0] }));

/** Creates an account without a password for a user who has logged in at a provider, and links it to that login. */
export function joinByLogin(
  realm: Realm,
  { email, invitation }: Entrance,
  {
    identity,
    ...person
  }: { readonly identity: Identity; readonly full_name: string; readonly locale: string | undefined },
): User {
  if (realmSettings(realm).require_unique_names) checkNameIsFree(realm, person.full_name);
  const user =
    invitation === undefined
      ? createAccount(realm, { delivery_email: email, ...person, ...startOf(identity), joins: true })
      : acceptInvitation(realm, invitation, { email, ...person });
  if (invitation === undefined) sendWelcome(realm, user, null);
  link(realm, user.id, identity);
  confirmAddress(realm, user);
  return user;
}

/** New guests aren't subscribed to default channels. Users who are granted a higher role start as members. */
const startOf = ({ granted }: Identity) =>
  granted?.role === "guest" ? { role: Role.guest, channels: [] } : { role: Role.member };
