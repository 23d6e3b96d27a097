import type { Actor } from "../../../protocol/actor.ts";
import { badRequest } from "../../../protocol/errors.ts";
import type { UserId } from "../../../protocol/ids.ts";
import { limits } from "../../../protocol/limit-table.ts";
import { Role } from "../../../protocol/roles.ts";
import { only } from "../../../realm/events/event.ts";
import type { Realm } from "../../../realm/realm.ts";
import { after, before, DAY, days, MINUTE, type Seconds, seconds } from "../../../util/time.ts";
import { newMailedKey } from "../../email/signed-token.ts";
import type { User } from "../../organization/accounts/accounts.ts";
import { roleAtMost } from "../../organization/accounts/audience.ts";
import { audit } from "../../trust/audit-log/audit.ts";
import { invitesChanged } from "./events.ts";
import type { InvitationOptions } from "./invitation-options.ts";
import { mailConfirmation, mailInvitation } from "./mails.ts";
import type { InvitationRow, LinkRow } from "./rows.ts";
import * as rows from "./rows.ts";

/** How long ended invitations are kept, so that their links can explain why they no longer work. */
const RETENTION = days(30);

interface NewInvitation {
  readonly options: InvitationOptions;
  readonly expires_at: Seconds | null;
}

/** Returns when an invitation valid for `minutes` expires, or null if it never does. */
export const expiryTime = (realm: Realm, minutes: number | null): Seconds | null =>
  minutes === null ? null : after(realm.seconds(), seconds(minutes * MINUTE));

/** Notifies those who can list the inviter's invitations, administrators and the inviter, that these have changed. */
const emitInvitesChanged = (realm: Realm, inviter: UserId) =>
  realm.emit(invitesChanged({}), roleAtMost(realm, Role.administrator), only(inviter));

/** Notifies a user who became an administrator and can now list all invitations, or no longer is one. */
export const emitInvitesChangedTo = (realm: Realm, user: UserId) => realm.emit(invitesChanged({}), only(user));

/** Emails an invitation to each address, with separate keys. */
export function inviteByMail(
  realm: Realm,
  actor: Actor,
  emails: readonly string[],
  { options, expires_at }: NewInvitation,
): void {
  checkRoom(realm, { invitations: emails.length, links: 0 });
  const common = { inviter: actor.user_id, invited_at: realm.seconds(), expires_at, terms: JSON.stringify(options) };
  for (const email of emails) {
    const { key, hash } = newMailedKey(realm);
    rows.insertInvitation.run(realm.sql, { ...common, email, link_id: null, key_hash: hash });
    mailInvitation(realm, actor, { email, key, expires_at });
    audit(realm, "invitation.created", { of: { type: "invitation", id: "", email }, details: { role: options.role } });
  }
  emitInvitesChanged(realm, actor.user_id);
}

/** Validity of a key emailed to a user who opened a link. */
const CONFIRMATION_VALIDITY = DAY;

/** Emails a key to the address that was entered after opening a link, so that only its owner can join with it. */
export function mailLinkVisitor(realm: Realm, link: LinkRow, email: string): void {
  checkRoom(realm, { invitations: 1, links: 0 });
  const { key, hash } = newMailedKey(realm);
  const { id: link_id, inviter, terms } = link;
  const invited_at = realm.seconds();
  const end = after(invited_at, CONFIRMATION_VALIDITY);
  const expires_at = link.expires_at !== null && link.expires_at < end ? link.expires_at : end;
  rows.insertInvitation.run(realm.sql, { email, link_id, key_hash: hash, inviter, invited_at, expires_at, terms });
  mailConfirmation(realm, { email, key, expires_at });
}

/** Emails an invitation again with a new key, and restarts its validity period. The old key stops working. */
export function resendInvitation(realm: Realm, inviter: User, invitation: InvitationRow): void {
  const { id, email } = invitation;
  const { key, hash } = newMailedKey(realm);
  const invited_at = realm.seconds();
  const later = seconds(invited_at - invitation.invited_at);
  const expires_at = invitation.expires_at === null ? null : after(invitation.expires_at, later);
  rows.renewInvitation.run(realm.sql, { id, key_hash: hash, invited_at, expires_at });
  mailInvitation(realm, inviter, { email, key, expires_at });
  emitInvitesChanged(realm, invitation.inviter);
}

export function revokeInvitation(realm: Realm, { id, email, inviter }: InvitationRow): void {
  rows.setInvitationState.run(realm.sql, { id, state: "revoked" });
  audit(realm, "invitation.revoked", { of: { type: "invitation", id, email }, details: { inviter } });
  emitInvitesChanged(realm, inviter);
}

/** Creates an invitation link that any number of users can open. Returns its key. */
export function createLink(realm: Realm, actor: Actor, { options, expires_at }: NewInvitation): string {
  checkRoom(realm, { invitations: 0, links: 1 });
  const { key } = newMailedKey(realm);
  const { user_id: inviter } = actor;
  rows.insertLink.run(realm.sql, {
    key,
    inviter,
    invited_at: realm.seconds(),
    expires_at,
    terms: JSON.stringify(options),
  });
  audit(realm, "invitation.created", {
    of: { type: "invitation", id: "" },
    details: { link: true, role: options.role },
  });
  emitInvitesChanged(realm, inviter);
  return key;
}

export function endLink(realm: Realm, { id, inviter }: LinkRow): void {
  rows.revokeLink.run(realm.sql, { id });
  audit(realm, "invitation.revoked", { of: { type: "invitation", id }, details: { link: true, inviter } });
  emitInvitesChanged(realm, inviter);
}

/** Revokes all invitations of a user who is being deactivated (users-groups-org.md 4.1). */
export function revokeAllBy(realm: Realm, { id: inviter }: Pick<User, "id">): void {
  const revoked = [
    ...rows.revokeInvitationsBy.all(realm.sql, { inviter }),
    ...rows.revokeLinksBy.all(realm.sql, { inviter }),
  ];
  if (revoked.length > 0) emitInvitesChanged(realm, inviter);
}

/** Ends the invitations of a new account's address, however the account was created. */
export function endInvitationsOf(realm: Realm, { delivery_email: email }: Pick<User, "delivery_email">): void {
  const inviters = rows.endInvitationsTo.all(realm.sql, { email }).map(({ inviter }) => inviter);
  for (const inviter of new Set(inviters)) emitInvitesChanged(realm, inviter);
}

/** Deletes invitations that ended long ago. Throws if too many are open. */
function checkRoom(realm: Realm, more: { invitations: number; links: number }): void {
  const now = realm.seconds();
  rows.deletePastInvitations.run(realm.sql, { before: before(now, RETENTION) });
  rows.deletePastLinks.run(realm.sql, { before: before(now, RETENTION) });
  rows.deleteOldestLinks.run(realm.sql, { now, keep: limits.organization.past_links });
  const open = rows.openCounts.one(realm.sql, { now });
  if (
    open.invitations + more.invitations > limits.organization.invitations ||
    open.links + more.links > limits.organization.invitation_links
  ) {
    throw badRequest("There are too many open invitations. Revoke some that are no longer needed.");
  }
}
