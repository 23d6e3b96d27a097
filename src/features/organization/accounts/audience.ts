import type { UserId } from "../../../protocol/ids.ts";
import type { Role } from "../../../protocol/roles.ts";
import type { Audience } from "../../../realm/events/event.ts";
import { cacheKey, type Realm } from "../../../realm/realm.ts";
import { entryOf } from "../../../util/collections.ts";
import { canAccessUser } from "./guest-visibility.ts";
import { outsideAccessOf, outsidePeople } from "./outside-access.ts";
import { type UserRow, userById } from "./rows.ts";
import { seesRealEmail, type Viewer } from "./user-object.ts";

const rolesKey = cacheKey<Map<UserId, Role>>("roles");

/** Returns an account's role. It is cached, because an audience needs it once per queue. */
export function roleOf(realm: Realm, id: UserId): Role {
  const roles = realm.cached(rolesKey, () => new Map<UserId, Role>());
  return entryOf(roles, id, () => userById.one(realm.sql, { id }).role);
}

/** Returns an account in the form that permission checks need, from cached data. */
export function viewerOf(realm: Realm, id: UserId): Viewer {
  const viewer = { user_id: id, role: roleOf(realm, id) };
  return outsideAccessOf(realm, id) === undefined ? viewer : { ...viewer, outside: true };
}

/**
 * Splits an audience in two: those in it who joined through an outside link, whose events also get the fields in
 * `extra`, and the whole audience. Each user gets the event of the first one that includes them.
 */
export function apartFromOutside(realm: Realm, audience: Audience, extra: object): Audience[] {
  const people = outsidePeople(realm);
  if (people.size === 0) return [audience];
  const outside: Audience = {
    ...audience,
    includes: (user, ...queue) => people.has(user) && audience.includes(user, ...queue),
    extra: { ...audience.extra, ...extra },
  };
  return [outside, audience];
}

/** Call it after a role has changed. */
export const forgetRoles = (realm: Realm) => realm.forget(rolesKey);

export const userAudience = (realm: Realm, user: UserRow): Audience => ({
  includes: (id) => canAccessUser(realm, viewerOf(realm, id), user),
});

export function realEmailAudience(realm: Realm, user: UserRow, extra?: object): Audience {
  const { includes } = userAudience(realm, user);
  return {
    includes: (id, ...queue) => seesRealEmail(viewerOf(realm, id), user) && includes(id, ...queue),
    ...(extra && { extra }),
  };
}

/** Users with the given role or a more powerful one. */
export const roleAtMost = (realm: Realm, most: number): Audience => ({ includes: (id) => roleOf(realm, id) <= most });
