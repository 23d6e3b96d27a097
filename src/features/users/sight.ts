import type { UserId } from "../../protocol/ids.ts";
import { Role } from "../../protocol/roles.ts";
import type { Realm } from "../../realm/realm.ts";
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

let sight: GuestSight | null = null;
export const limitGuestSight = (limits: GuestSight): void => {
  sight = limits;
};

type Account = Pick<UserRow, "id" | "bot_type">;

/** Whether somebody may know of an account; the server itself, who is nobody, knows all. */
export function knows(realm: Realm, viewer: Viewer, user: Account): boolean {
  if (isOpen(viewer, user) || !sight?.isLimited(realm)) return true;
  return viewer === null || sight.shares(realm, viewer.user_id, user.id);
}

/** Those whom a limited viewer shares something with, for the Worker to choose from a list; null where there is no limit. */
export const companionsOf = (realm: Realm, viewer: Viewer): readonly UserId[] | null =>
  viewer?.role === Role.guest && sight?.isLimited(realm) ? [...sight.companions(realm, viewer.user_id)] : null;

/** In the Worker: whether an account is one that the viewer may know of. */
export function isKnown(companions: ReadonlySet<UserId> | null, viewer: Viewer): (user: Account) => boolean {
  return (user) => companions === null || isOpen(viewer, user) || companions.has(user.id);
}

/** Bots, and oneself; and for everybody but guests everybody. */
const isOpen = (viewer: Viewer, user: Account): boolean =>
  viewer?.role !== Role.guest || user.bot_type !== null || user.id === viewer.user_id;
