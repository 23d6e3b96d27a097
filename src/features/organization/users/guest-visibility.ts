import type { UserId } from "../../../protocol/ids.ts";
import { Role } from "../../../protocol/roles.ts";
import { hook } from "../../../realm/hook.ts";
import type { Realm } from "../../../realm/realm.ts";
import type { UserRow } from "./rows.ts";
import type { Viewer } from "./user-object.ts";

/**
 * Whom guests may know of, where the organization limits them to those with whom they share something
 * (users-groups-org.md 4.3). What they share is known to features above this one, which say it here.
 */
export interface GuestSight {
  readonly isLimited: (realm: Realm) => boolean;
  readonly shares: (realm: Realm, guest: UserId, user: UserId) => boolean;
  /** All with whom a guest shares something. */
  readonly companions: (realm: Realm, guest: UserId) => ReadonlySet<UserId>;
}

export const guestSightHook = hook<GuestSight>("guest sight");

type Account = Pick<UserRow, "id" | "bot_type">;

/** Whether somebody may know of an account; the server itself, who is nobody, knows all. */
export function knows(realm: Realm, viewer: Viewer, user: Account): boolean {
  if (viewer === null || isOpen(viewer, user)) return true;
  return realm
    .ask(guestSightHook)
    .every((sight) => !sight.isLimited(realm) || sight.shares(realm, viewer.user_id, user.id));
}

/** Those whom a limited viewer shares something with, for the Worker to choose from a list; null where there is no limit. */
export function companionsOf(realm: Realm, viewer: Viewer): readonly UserId[] | null {
  if (viewer?.role !== Role.guest) return null;
  const sight = realm.ask(guestSightHook).find(({ isLimited }) => isLimited(realm));
  return sight === undefined ? null : [...sight.companions(realm, viewer.user_id)];
}

/** In the Worker: whether an account is one that the viewer may know of. */
export function isKnown(companions: ReadonlySet<UserId> | null, viewer: Viewer): (user: Account) => boolean {
  return (user) => companions === null || isOpen(viewer, user) || companions.has(user.id);
}

/** Bots, and oneself; and for everybody but guests everybody. */
const isOpen = (viewer: Viewer, user: Account): boolean =>
  viewer?.role !== Role.guest || user.bot_type !== null || user.id === viewer.user_id;
