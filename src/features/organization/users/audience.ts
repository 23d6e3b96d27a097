import type { UserId } from "../../../protocol/ids.ts";
import type { Role } from "../../../protocol/roles.ts";
import type { Audience } from "../../../realm/events/event.ts";
import { cacheKey, type Realm } from "../../../realm/realm.ts";
import { canAccessUser } from "./guest-visibility.ts";
import { type UserRow, userById } from "./rows.ts";
import { seesRealEmail, type Viewer } from "./user-object.ts";

const rolesKey = cacheKey<Map<UserId, Role>>("roles");

/** The role of an account, from a cache: an audience asks for it once per queue. */
export function roleOf(realm: Realm, id: UserId): Role {
  const roles = realm.cached(rolesKey, () => new Map<UserId, Role>());
  let role = roles.get(id);
  if (role === undefined) {
    role = userById.one(realm.sql, { id }).role;
    roles.set(id, role);
  }
  return role;
}

/** An account as permission checks see it, from memory. */
export const viewerOf = (realm: Realm, id: UserId): Viewer => ({ user_id: id, role: roleOf(realm, id) });

/** Must be called after a change of a role. */
export const forgetRoles = (realm: Realm) => realm.forget(rolesKey);

/** The users who may see an account. */
export const userAudience = (realm: Realm, user: UserRow): Audience => ({
  includes: (id) => canAccessUser(realm, viewerOf(realm, id), user),
});

/** The users who may see the real address of an account. */
export function realEmailAudience(realm: Realm, user: UserRow, extra?: object): Audience {
  const { includes } = userAudience(realm, user);
  return {
    includes: (id, ...queue) => seesRealEmail(viewerOf(realm, id), user) && includes(id, ...queue),
    ...(extra && { extra }),
  };
}

/** The users whose role is the given one or a more powerful one, such as administrators and owners. */
export const roleAtMost = (realm: Realm, most: number): Audience => ({ includes: (id) => roleOf(realm, id) <= most });
