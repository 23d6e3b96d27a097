import { type Actor, isAdministrator, isOwner } from "../../../protocol/actor.ts";
import { badRequest, insufficientPermission, notForBots, unauthorizedPrincipal } from "../../../protocol/errors.ts";
import { Role } from "../../../protocol/roles.ts";
import type { Realm } from "../../../realm/realm.ts";
import { permits } from "../../organization/realm/realm-settings.ts";
import type { User } from "../../organization/users/users.ts";
import { type InvitationRow, invitationById, type LinkRow, linkById } from "./rows.ts";
import { type Terms, termsOf } from "./terms.ts";

const noSuchInvitation = () => badRequest("No such invitation");

/** By which permission people invite: to an address, or by a link. */
const permissions = { mail: "can_invite_users_group", link: "create_multiuse_invite_group" } as const;
type Way = keyof typeof permissions;

/** Whether the actor may invite in that way at all; invitations are made by people. */
export function checkMayInvite(realm: Realm, actor: Actor, way: Way): void {
  if (actor.is_bot) throw notForBots();
  if (!permits(realm, actor, permissions[way])) throw insufficientPermission();
}

/** Who has left, or lost a role or the permission to invite, invites nobody by an invitation of better days. */
export const mayStillInvite = (
  realm: Realm,
  { id: user_id, is_active, role }: User,
  way: Way,
  terms: Pick<Terms, "role">,
): boolean => is_active === 1 && role <= terms.role && permits(realm, { user_id, role }, permissions[way]);

/** Administrators manage all invitations, others their own (users-groups-org.md 7). */
export const manages = (actor: Actor, { inviter }: Pick<LinkRow, "inviter">): boolean =>
  isAdministrator(actor) || inviter === actor.user_id;

/** What makes an owner of somebody is for owners alone. */
const isForOwners = (offer: Pick<LinkRow, "id" | "terms">): boolean => termsOf(offer).role === Role.owner;

function checkManages(actor: Actor, offer: LinkRow | InvitationRow): void {
  if (!manages(actor, offer)) throw noSuchInvitation();
  if (isForOwners(offer) && !isOwner(actor)) throw unauthorizedPrincipal("owner");
}

/** An invitation that can still be accepted, if the actor may manage it. */
export function accessInvitation(realm: Realm, actor: Actor, id: number): InvitationRow {
  const invitation = invitationById.first(realm.sql, { id, now: realm.seconds() });
  if (invitation === undefined) throw noSuchInvitation();
  checkManages(actor, invitation);
  return invitation;
}

export function accessLink(realm: Realm, actor: Actor, id: number): LinkRow {
  const link = linkById.first(realm.sql, { id });
  if (link === undefined) throw noSuchInvitation();
  checkManages(actor, link);
  if (link.state === "revoked") throw badRequest("Invitation has already been revoked");
  return link;
}
