import { type Actor, isAdministrator, isOwner } from "../../../protocol/actor.ts";
import { insufficientPermission, unauthorizedPrincipal } from "../../../protocol/errors.ts";
import {
  type RealmPermissionName,
  realmPermissionNames,
  realmPermissions,
} from "../../../protocol/permission-settings.ts";
import { Role } from "../../../protocol/roles.ts";
import type { Realm } from "../../../realm/realm.ts";
import { accessUser } from "../accounts/access.ts";
import type { User } from "../accounts/accounts.ts";
import { accountsWithKeyGivenTo, wasGivenKeyOf } from "../accounts/api-keys/api-keys.ts";
import { beforeKeyDisclosureHook } from "../accounts/hooks.ts";
import { realmPermissionValues } from "../organization-settings/realm-settings.ts";
import { mayObtain } from "../user-groups/may-obtain.ts";

/**
 * True if a user can act as an account, for example with its key. The user must have, or be able to obtain, everything
 * the account can do in the organization through its role and groups.
 */
export function mayActAs(realm: Realm, person: User, account: User): boolean {
  if (person.id === account.id) return true;
  if (person.is_active === 0 || person.role > account.role) return false;
  return realmPermissionNames.every(
    (name) => !canObtain(realm, account, name) || canObtainOrGrant(realm, person, name),
  );
}

/** True if an account has an organization permission, or can obtain it through groups it manages or can join. */
function canObtain(realm: Realm, { id: user_id, role }: User, name: RealmPermissionName): boolean {
  const values = realmPermissionValues(realm);
  const permission = (of: RealmPermissionName) => ({ value: values[of], rule: realmPermissions[of].rule });
  return mayObtain(realm, { user_id, role }, permission(name), permission("can_manage_all_groups"));
}

/** True if a user has an organization permission, can obtain it, or can change who has it. */
function canObtainOrGrant(realm: Realm, person: User, name: RealmPermissionName): boolean {
  const decides = realmPermissions[name].mayChange === "owner" ? isOwner(person) : isAdministrator(person);
  return decides || canObtain(realm, person, name);
}

export function checkMayActAs(realm: Realm, actor: Actor, account: User): void {
  if (mayActAs(realm, accessUser(realm, null, actor.user_id), account)) return;
  if (account.role === Role.owner && isAdministrator(actor)) throw unauthorizedPrincipal("owner");
  throw insufficientPermission();
}

/**
 * Throws if the account can read private channels that the actor can't, unless the actor already has a working key of
 * the account.
 */
export function checkMayReceiveKey(realm: Realm, actor: Actor, account: User): void {
  if (!wasGivenKeyOf(realm, actor.user_id, account)) realm.run(beforeKeyDisclosureHook, actor, account);
}

/** Ends the event queues of accounts that the user has a key of, but can no longer act as. */
export function endQueuesOfLostRights(realm: Realm, person: User): void {
  for (const account of accountsWithKeyGivenTo(realm, person.id)) {
    if (!mayActAs(realm, person, account)) realm.endQueuesOf(account.id);
  }
}
