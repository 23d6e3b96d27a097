import type { Actor } from "../../../protocol/actor.ts";
import { badRequest } from "../../../protocol/errors.ts";
import type { UserId } from "../../../protocol/ids.ts";
import { limits } from "../../../protocol/limit-table.ts";
import { Role } from "../../../protocol/roles.ts";
import { only } from "../../../realm/events/event.ts";
import type { Realm } from "../../../realm/realm.ts";
import { after, before, DAY, days, MINUTE, type Seconds, seconds } from "../../../util/time.ts";
import { newMailedKey } from "../../mail/mailed-key.ts";
import { roleAtMost } from "../../organization/users/audience.ts";
import type { User } from "../../organization/users/users.ts";
import { invitesChanged } from "./events.ts";
import { mailConfirmation, mailInvitation } from "./letters.ts";
import {
  deleteOldestLinks,
  deletePastInvitations,
  deletePastLinks,
  type InvitationRow,
  insertInvitation,
  insertLink,
  type LinkRow,
  liveCounts,
  renewInvitation,
  revokeInvitationsBy,
  revokeLink,
  revokeLinksBy,
  setInvitationState,
} from "./rows.ts";
import type { Terms } from "./terms.ts";

/** How long it can be told what became of an invitation. */
const MEMORY = days(30);

interface Offer {
  readonly terms: Terms;
  readonly expires_at: Seconds | null;
}

export const expiry = (realm: Realm, minutes: number | null): Seconds | null =>
  minutes === null ? null : after(realm.seconds(), seconds(minutes * MINUTE));

/** Administrators see all invitations, and so does whoever made one. */
export const tellInvites = (realm: Realm, inviter: UserId) =>
  realm.emit(invitesChanged({}), roleAtMost(realm, Role.administrator), only(inviter));

/** Who comes to see all of them, or only their own again, has others to show. */
export const tellInvitesTo = (realm: Realm, user: UserId) => realm.emit(invitesChanged({}), only(user));

/** Invites people by mail. Each gets a key of their own, of which only they know. */
export function invite(realm: Realm, actor: Actor, emails: readonly string[], { terms, expires_at }: Offer): void {
  makeRoom(realm, { invitations: emails.length, links: 0 });
  const offer = { inviter: actor.user_id, invited_at: realm.seconds(), expires_at, terms: JSON.stringify(terms) };
  for (const email of emails) {
    const { key, hash } = newMailedKey(realm);
    insertInvitation.run(realm.sql, { ...offer, email, link_id: null, key_hash: hash });
    mailInvitation(realm, actor, { email, key, expires_at });
  }
  tellInvites(realm, actor.user_id);
}

/** How long somebody who asks by a link has to read the letter. */
const CONFIRMATION = DAY;

/** Invites somebody who has followed a link at the address that they say is theirs: whoever reads its mail may join. */
export function inviteByLink(realm: Realm, link: LinkRow, email: string): void {
  makeRoom(realm, { invitations: 1, links: 0 });
  const { key, hash } = newMailedKey(realm);
  const { id: link_id, inviter, terms } = link;
  const invited_at = realm.seconds();
  const end = after(invited_at, CONFIRMATION);
  const expires_at = link.expires_at !== null && link.expires_at < end ? link.expires_at : end;
  insertInvitation.run(realm.sql, { email, link_id, key_hash: hash, inviter, invited_at, expires_at, terms });
  mailConfirmation(realm, { email, key, expires_at });
}

/** Sends an invitation anew; the link of the last letter ends, and this one lasts as long as that was to. */
export function inviteAgain(realm: Realm, inviter: User, invitation: InvitationRow): void {
  const { id, email } = invitation;
  const { key, hash } = newMailedKey(realm);
  const invited_at = realm.seconds();
  const later = seconds(invited_at - invitation.invited_at);
  const expires_at = invitation.expires_at === null ? null : after(invitation.expires_at, later);
  renewInvitation.run(realm.sql, { id, key_hash: hash, invited_at, expires_at });
  mailInvitation(realm, inviter, { email, key, expires_at });
  tellInvites(realm, invitation.inviter);
}

export function revokeInvitation(realm: Realm, { id, inviter }: InvitationRow): void {
  setInvitationState.run(realm.sql, { id, state: "revoked" });
  tellInvites(realm, inviter);
}

/** Makes a link for whoever gets to know it, and returns its key. */
export function openLink(realm: Realm, actor: Actor, { terms, expires_at }: Offer): string {
  makeRoom(realm, { invitations: 0, links: 1 });
  const { key } = newMailedKey(realm);
  const { user_id: inviter } = actor;
  insertLink.run(realm.sql, {
    key,
    inviter,
    invited_at: realm.seconds(),
    expires_at,
    terms: JSON.stringify(terms),
  });
  tellInvites(realm, inviter);
  return key;
}

export function closeLink(realm: Realm, { id, inviter }: LinkRow): void {
  revokeLink.run(realm.sql, { id });
  tellInvites(realm, inviter);
}

/** The invitations of somebody who leaves end with their account (users-groups-org.md 4.1). */
export function revokeAllBy(realm: Realm, { id: inviter }: Pick<User, "id">): void {
  const revoked = [...revokeInvitationsBy.all(realm.sql, { inviter }), ...revokeLinksBy.all(realm.sql, { inviter })];
  if (revoked.length > 0) tellInvites(realm, inviter);
}

/** Forgets what is long over, and bounds what is open. */
function makeRoom(realm: Realm, more: { invitations: number; links: number }): void {
  const now = realm.seconds();
  deletePastInvitations.run(realm.sql, { before: before(now, MEMORY) });
  deletePastLinks.run(realm.sql, { before: before(now, MEMORY) });
  deleteOldestLinks.run(realm.sql, { now, keep: limits.organization.past_links });
  const open = liveCounts.one(realm.sql, { now });
  if (
    open.invitations + more.invitations > limits.organization.invitations ||
    open.links + more.links > limits.organization.invitation_links
  ) {
    throw badRequest("There are too many open invitations. Revoke some that are no longer needed.");
  }
}
