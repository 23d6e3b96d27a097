import { type Actor, isOwner } from "../../../protocol/actor.ts";
import { badRequest, insufficientPermission } from "../../../protocol/errors.ts";
import type { Realm } from "../../../realm/realm.ts";
import { permits } from "../../organization/organization-settings/realm-settings.ts";
import { findHold } from "./active.ts";
import type { Hold } from "./terms.ts";

/** Whether a user can see, create and release holds. */
export const managesHolds = (realm: Realm, actor: Actor): boolean =>
  realm.config.holds && (isOwner(actor) || permits(realm, actor, "can_manage_holds_group"));

export function accessHolds(realm: Realm, actor: Actor): void {
  if (!managesHolds(realm, actor)) throw insufficientPermission();
}

/** Returns an unreleased hold. Throws if the caller can't manage holds. */
export function accessHold(realm: Realm, actor: Actor, id: number): Hold {
  accessHolds(realm, actor);
  const hold = findHold(realm, id);
  if (hold === undefined) throw badRequest("No such hold");
  return hold;
}
