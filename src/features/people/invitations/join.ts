import { userMarkdown } from "../../../markup/index.ts";
import { badRequest, notFound } from "../../../protocol/errors.ts";
import type { Realm } from "../../../realm/realm.ts";
import { hashKey } from "../../../rpc/credentials.ts";
import { defaultChannels } from "../../channels/channels/default-channels/default-channels.ts";
import { canSendMail } from "../../email/email.ts";
import { createAccount } from "../../organization/account-actions/accounts.ts";
import { checkEmailAllowed } from "../../organization/account-actions/email-rules.ts";
import { actorOf, checkEmailIsFree, findUser, type User } from "../../organization/accounts/accounts.ts";
import { confirmAddress } from "../../organization/accounts/authentication/credentials.ts";
import { checkNameIsFree } from "../../organization/accounts/full-name.ts";
import { realmSettings } from "../../organization/organization-settings/realm-settings.ts";
import { sendDirectNotice } from "../../organization/system-messages/system-messages.ts";
import { groupEntity } from "../../organization/user-groups/changes.ts";
import { addMembers } from "../../organization/user-groups/user-groups.ts";
import { audit } from "../../trust/audit-log/audit.ts";
import { mayStillInvite } from "./access.ts";
import { grantableOptions, type InvitationOptions, optionsOf } from "./invitation-options.ts";
import type { InvitationRow, LinkRow } from "./rows.ts";
import * as rows from "./rows.ts";
import { sendWelcome } from "./welcome.ts";

export interface Invitation {
  readonly options: InvitationOptions;
  readonly inviter: User;
  /** The address the key was emailed to, with the invitation's id, or null for a link's key. */
  readonly addressee: Pick<InvitationRow, "id" | "email"> | null;
  /** The link that the key belongs to or was requested with. Null for an invitation emailed by its inviter. */
  readonly link: LinkRow | null;
}

const invitationGone = (how: string) =>
  notFound(`This invitation ${how}. Ask the person who invited you for a new one.`);

/**
 * Returns the invitation that a key belongs to. Throws if there is none, or if it was accepted, revoked or has expired.
 */
export function accessInvitationByKey(realm: Realm, key: string): Invitation {
  const mailed = rows.invitationByKey.first(realm.sql, { key_hash: hashKey(key) });
  const link = mailed === undefined ? rows.linkByKey.first(realm.sql, { key }) : invitationLink(realm, mailed);
  const invitation = readInvitation(realm, mailed, link);
  if (typeof invitation === "string") throw invitationGone(invitation);
  return invitation;
}

/** Returns an open invitation to an address that a login service has verified, or undefined if there is none. */
export function findInvitationTo(realm: Realm, email: string): Invitation | undefined {
  for (const mailed of rows.invitationsTo.all(realm.sql, { email })) {
    const invitation = readInvitation(realm, mailed, invitationLink(realm, mailed));
    if (typeof invitation !== "string") return invitation;
  }
  return undefined;
}

/** Returns an invitation, or the reason why it isn't valid. */
function readInvitation(
  realm: Realm,
  mailed: InvitationRow | undefined,
  link: LinkRow | undefined,
): Invitation | string {
  const row = mailed ?? link;
  if (row === undefined) return "isn't valid";
  if (row.state === "accepted") return "was already accepted";
  const inviter = findUser(realm, row.inviter);
  const options = optionsOf(row);
  const hasLink = mailed === undefined || mailed.link_id !== null;
  const isRevoked = row.state === "revoked" || (hasLink && link?.state !== "pending");
  const kind = hasLink ? "link" : "mail";
  if (isRevoked || inviter === undefined || !mayStillInvite(realm, inviter, kind, options)) return "was revoked";
  if (hasExpired(realm, row)) return "has expired";
  return { options, inviter, addressee: mailed ?? null, link: link ?? null };
}

/**
 * Returns the link that an emailed invitation was requested through, if any. Revoking the link ends the invitation too.
 */
const invitationLink = (realm: Realm, { link_id }: InvitationRow): LinkRow | undefined =>
  link_id === null ? undefined : rows.linkById.first(realm.sql, { id: link_id });

const hasExpired = (realm: Realm, { expires_at }: LinkRow | InvitationRow) =>
  expires_at !== null && expires_at <= realm.seconds();

interface NewAccount {
  readonly email: string | undefined;
  readonly full_name: string;
}

/**
 * True if the address must be confirmed by email before the account is created. Only for links, if the server can send
 * email or the organization restricts email domains.
 */
export const mustConfirmEmail = (realm: Realm, { addressee }: Invitation): boolean =>
  addressee === null && (canSendMail(realm) || realmSettings(realm).emails_restricted_to_domains);

/** Checks the address and name of a new account. Returns the address: the invited one, or the entered one. */
export function checkNewAccount(realm: Realm, invitation: Invitation, { email, full_name }: NewAccount): string {
  const address = invitation.addressee?.email ?? email;
  if (address === undefined) throw badRequest("Enter your email address.");
  checkEmailCanJoin(realm, address);
  if (mustConfirmEmail(realm, invitation)) throw badRequest("Confirm your email address first.");
  if (realmSettings(realm).require_unique_names) checkNameIsFree(realm, full_name);
  return address;
}

/** Throws if the organization doesn't allow an address, or if the address already has an account. */
export function checkEmailCanJoin(realm: Realm, email: string): void {
  checkEmailAllowed(realm, email);
  checkEmailIsFree(realm, email);
}

interface AcceptedAccount {
  readonly email: string;
  readonly full_name: string;
  readonly passwordHash?: string;
  readonly locale: string | undefined;
}

/** Accepts an invitation: creates the account, welcomes the user, and notifies the inviter (users-groups-org.md 7). */
export function acceptInvitation(
  realm: Realm,
  invitation: Invitation,
  { email, full_name, passwordHash, locale }: AcceptedAccount,
): User {
  const { options, inviter, addressee } = invitation;
  const granted = grantableOptions(realm, actorOf(inviter), options);
  const defaults = options.default_channels ? defaultChannels(realm) : [];
  const channels = [...new Set([...granted.channels, ...defaults].map(({ id }) => id))];
  const account = { delivery_email: email, full_name, role: options.role, passwordHash };
  const user = createAccount(realm, { ...account, channels, locale, joins: true });
  for (const group of granted.groups) {
    addMembers(realm, group.id, [user.id]);
    audit(realm, "group.member_added", { of: groupEntity(group), details: { users: [user.id] } });
  }
  if (addressee !== null) {
    rows.setInvitationState.run(realm.sql, { id: addressee.id, state: "accepted" });
    // The key was only sent to that address.
    confirmAddress(realm, user);
  }
  if (options.notify_referrer) {
    const content = `${userMarkdown(user)} accepted your invitation to join!`;
    sendDirectNotice(realm, { to: inviter.id, content });
  }
  sendWelcome(realm, user, granted.welcome_text);
  return user;
}
