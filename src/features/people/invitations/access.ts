import { type Actor, isAdministrator, isOwner } from "../../../protocol/actor.ts";
import { badRequest, insufficientPermission, notForBots, unauthorizedPrincipal } from "../../../protocol/errors.ts";
import { Role } from "../../../protocol/roles.ts";
import type { Realm } from "../../../realm/realm.ts";
import type { User } from "../../organization/accounts/accounts.ts";
import { permits } from "../../organization/organization-settings/realm-settings.ts";
import { type InvitationOptions, optionsOf } from "./invitation-options.ts";
import { type InvitationRow, invitationById, type LinkRow, linkById } from "./rows.ts";

const noSuchInvitation = () => badRequest("No such invitation");

/** The permission needed for each kind of invitation: emailed to an address, or a link. */
const permissions = { mail: "can_invite_users_group", link: "create_multiuse_invite_group" } as const;
type InvitationKind = keyof typeof permissions;

/** Throws if an actor can't create invitations of a kind. Bots can't create any. */
export function checkMayInvite(realm: Realm, actor: Actor, kind: InvitationKind): void {
  if (actor.is_bot) throw notForBots();
  if (!permits(realm, actor, permissions[kind])) throw insufficientPermission();
}

/** True if an inviter is still active and still has the permission and the role that the invitation needs. */
export const mayStillInvite = (
  realm: Realm,
  { id: user_id, is_active, role }: User,
  kind: InvitationKind,
  options: Pick<InvitationOptions, "role">,
): boolean => is_active === 1 && role <= options.role && permits(realm, { user_id, role }, permissions[kind]);

/**
 * True if the actor can see and revoke an invitation. Administrators can do so for all invitations, other users for
 * their own (users-groups-org.md 7).
 */
export const mayManage = (actor: Actor, { inviter }: Pick<LinkRow, "inviter">): boolean =>
  isAdministrator(actor) || inviter === actor.user_id;

/** True if an invitation creates owners. Only owners can revoke, resend or see it. */
const makesOwners = (row: Pick<LinkRow, "id" | "terms">): boolean => optionsOf(row).role === Role.owner;

function checkMayManage(actor: Actor, row: LinkRow | InvitationRow): void {
  if (!mayManage(actor, row)) throw noSuchInvitation();
  if (makesOwners(row) && !isOwner(actor)) throw unauthorizedPrincipal("owner");
}

/** Returns an open emailed invitation. Throws if the actor can't manage it. */
export function accessInvitation(realm: Realm, actor: Actor, id: number): InvitationRow {
  const invitation = invitationById.first(realm.sql, { id, now: realm.seconds() });
  if (invitation === undefined) throw noSuchInvitation();
  checkMayManage(actor, invitation);
  return invitation;
}

/** Returns a link that isn't revoked. Throws if the actor can't manage it. */
export function accessLink(realm: Realm, actor: Actor, id: number): LinkRow {
  const link = linkById.first(realm.sql, { id });
  if (link === undefined) throw noSuchInvitation();
  checkMayManage(actor, link);
  if (link.state === "revoked") throw badRequest("Invitation has already been revoked");
  return link;
}
