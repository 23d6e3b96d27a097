import type { UserId } from "../../../protocol/ids.ts";
import type { Role } from "../../../protocol/roles.ts";
import type { Audience } from "../../../realm/events/event.ts";
import { cacheKey, type Realm } from "../../../realm/realm.ts";
import { knows } from "./guest-visibility.ts";
import { type UserRow, userById } from "./rows.ts";
import { seesRealEmail } from "./user-object.ts";

const rolesKey = cacheKey<Map<UserId, Role>>("roles");

/** The role of an account, remembered: an audience asks for it once per queue. */
export function roleOf(realm: Realm, id: UserId): Role {
  const roles = realm.cached(rolesKey, () => new Map<UserId, Role>());
  let role = roles.get(id);
  if (role === undefined) {
    role = userById.one(realm.sql, { id }).role;
    roles.set(id, role);
  }
  return role;
}

/** To be called by whoever changes a role. */
export const forgetRoles = (realm: Realm) => realm.forget(rolesKey);

/** Those who may know of an account at all. */
export const whoKnow = (realm: Realm, user: UserRow): Audience => ({
  includes: (id) => knows(realm, { user_id: id, role: roleOf(realm, id) }, user),
});

/** Those who may see the real address of an account. */
export function whoSeeEmail(realm: Realm, user: UserRow, extra?: object): Audience {
  const { includes } = whoKnow(realm, user);
  return {
    includes: (id, ...queue) => seesRealEmail({ user_id: id, role: roleOf(realm, id) }, user) && includes(id, ...queue),
    ...(extra && { extra }),
  };
}

/** All accounts of some roles, such as administrators. */
export const roleAtMost = (realm: Realm, most: number): Audience => ({ includes: (id) => roleOf(realm, id) <= most });
