import { type Actor, isOwner } from "../../../protocol/actor.ts";
import { ApiError, badRequest, unauthorizedPrincipal } from "../../../protocol/errors.ts";
import { Role } from "../../../protocol/roles.ts";
import type { Realm } from "../../../realm/realm.ts";
import { activeAccountCounts, type User } from "../accounts/accounts.ts";

/** Throws if one of the roles is owner and the actor isn't (users-groups-org.md 4.1). */
export function checkMayAssignRole(actor: Actor, ...roles: Role[]): void {
  if (roles.includes(Role.owner) && !isOwner(actor)) throw unauthorizedPrincipal("owner");
}

export const isLastOwner = (realm: Realm, user: User): boolean =>
  user.role === Role.owner && user.bot_type === null && user.is_active === 1 && activeAccountCounts(realm).owners === 1;

export function checkNotLastOwner(realm: Realm, user: User, msg: string): void {
  if (isLastOwner(realm, user)) throw badRequest(msg);
}

/**
 * Throws if the user can't deactivate their own account, because they are the last user or the last owner
 * (conventions.md 3, "CANNOT_DEACTIVATE_LAST_USER").
 */
export function checkMayDeactivateSelf(realm: Realm, user: User): void {
  if (activeAccountCounts(realm).people === 1) throw cannotLeave("user", isLastOwner(realm, user));
  if (isLastOwner(realm, user)) throw cannotLeave("organization owner", true);
}

const cannotLeave = (entity: string, is_last_owner: boolean) =>
  new ApiError({
    code: "CANNOT_DEACTIVATE_LAST_USER",
    msg: `Cannot deactivate the only ${entity}.`,
    extra: { is_last_owner, entity },
  });
