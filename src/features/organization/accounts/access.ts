import { type Actor, isOwner } from "../../../protocol/actor.ts";
import { badRequest, insufficientPermission, unauthorizedPrincipal } from "../../../protocol/errors.ts";
import { Role } from "../../../protocol/roles.ts";
import type { Realm } from "../../../realm/realm.ts";
import { dummyId, findUser, systemBotIds } from "./accounts.ts";
import { canAccessUser } from "./guest-visibility.ts";
import { type UserRow, userByApiEmail, userByDeliveryEmail, usersByIds, usersByName } from "./rows.ts";
import { seesRealEmail, type Viewer } from "./user-object.ts";

export const noSuchUser = () => badRequest("No such user");

/** Returns an account by id. Throws if the actor can't see it. A null actor is the server itself, which sees all. */
export function accessUser(realm: Realm, actor: Actor | null, id: number): UserRow {
  const user = findUser(realm, id);
  if (user === undefined || !canAccessUser(realm, actor, user)) throw noSuchUser();
  return user;
}

/** Whether there is such an account, and the viewer can see it. */
export function seesUser(realm: Realm, viewer: Viewer | null, id: number): boolean {
  const user = findUser(realm, id);
  return user !== undefined && canAccessUser(realm, viewer, user);
}

/**
 * Returns an account by email. Everyone who can see the account can use its dummy address, but only those who can see
 * its real address can use that (seed 4.22). A null actor, who has no account, can only use the dummy address.
 */
export function accessUserByEmail(realm: Realm, actor: Actor | null, email: string): UserRow {
  const id = dummyId(realm, email);
  const user = id === undefined ? userWithEmail(realm, actor, email) : findUser(realm, id);
  if (user === undefined || !canAccessUser(realm, actor, user)) throw noSuchUser();
  return user;
}

function userWithEmail(realm: Realm, actor: Actor | null, email: string): UserRow | undefined {
  if (actor === null) return undefined;
  const real = userByDeliveryEmail.first(realm.sql, { email });
  return real !== undefined && seesRealEmail(actor, real) ? real : userByApiEmail.first(realm.sql, { email });
}

/** Returns accounts with a name (case-insensitive), ordered by id. */
export const usersNamed = (realm: Realm, full_name: string): UserRow[] => usersByName.all(realm.sql, { full_name });

/**
 * Returns an account that the actor, an administrator, can change. Throws for system bots, for erased accounts, and for
 * owners if the actor isn't one.
 */
export function accessUserToChange(realm: Realm, actor: Actor, id: number): UserRow {
  const user = accessUser(realm, actor, id);
  if (systemBotIds(realm).has(user.id)) throw insufficientPermission();
  if (user.role === Role.owner && !isOwner(actor)) throw unauthorizedPrincipal("owner");
  if (user.is_erased === 1) throw badRequest("The account was erased");
  return user;
}

/** Throws for system bots, which no one can put into channels, groups and permissions. */
export function refuseSystemBots(realm: Realm, users: readonly UserRow[]): void {
  const bot = users.find(({ id }) => systemBotIds(realm).has(id));
  if (bot !== undefined) throw badRequest(`Invalid user ID: ${bot.id}`);
}

/** Returns accounts in order of their ids. Throws if an id isn't an account the actor can see. */
export function accessUsers(realm: Realm, actor: Actor | null, ids: readonly number[]): UserRow[] {
  if (ids.length === 0) return [];
  const users = usersByIds
    .all(realm.sql, { ids: JSON.stringify(ids) })
    .filter((user) => canAccessUser(realm, actor, user));
  const found = new Set<number>(users.map((user) => user.id));
  const missing = ids.find((id) => !found.has(id));
  if (missing !== undefined) throw badRequest(`Invalid user ID: ${missing}`);
  return users;
}
