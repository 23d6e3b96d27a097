import { type Actor, isAdministrator, isOwner } from "../../../../protocol/actor.ts";
import { insufficientPermission, unauthorizedPrincipal } from "../../../../protocol/errors.ts";
import {
  type RealmPermissionName,
  realmPermissionNames,
  realmPermissions,
} from "../../../../protocol/permission-settings.ts";
import { Role } from "../../../../protocol/roles.ts";
import type { Realm } from "../../../../realm/realm.ts";
import { mayObtain } from "../../groups/may-obtain.ts";
import { realmPermissionValues } from "../../realm/realm-settings.ts";
import { accessUser } from "../access.ts";
import { accountsWithKeyGivenTo, wasGivenKeyOf } from "../api-keys/api-keys.ts";
import { beforeKeyDisclosureHook } from "../hooks.ts";
import type { User } from "../users.ts";

/**
 * Whether a person may act as an account, such as by its key: only if they may do, or may give themselves, everything
 * that the account may do in the organization by its role and its groups.
 */
export function mayActAs(realm: Realm, person: User, account: User): boolean {
  if (person.id === account.id) return true;
  if (person.is_active === 0 || person.role > account.role) return false;
  return realmPermissionNames.every(
    (name) => !canObtain(realm, account, name) || canObtainOrGrant(realm, person, name),
  );
}

/** Whether an account has a permission of the organization, or can obtain it through groups that it manages or may join. */
function canObtain(realm: Realm, { id: user_id, role }: User, name: RealmPermissionName): boolean {
  const values = realmPermissionValues(realm);
  const permission = (of: RealmPermissionName) => ({ value: values[of], rule: realmPermissions[of].rule });
  return mayObtain(realm, { user_id, role }, permission(name), permission("can_manage_all_groups"));
}

/** Whether a person has a permission of the organization, can obtain it, or may change who has it. */
function canObtainOrGrant(realm: Realm, person: User, name: RealmPermissionName): boolean {
  const decides = realmPermissions[name].mayChange === "owner" ? isOwner(person) : isAdministrator(person);
  return decides || canObtain(realm, person, name);
}

/** Refuses an actor who may not act as an account. */
export function checkMayActAs(realm: Realm, actor: Actor, account: User): void {
  if (mayActAs(realm, accessUser(realm, null, actor.user_id), account)) return;
  if (account.role === Role.owner && isAdministrator(actor)) throw unauthorizedPrincipal("owner");
  throw insufficientPermission();
}

/**
 * Refuses to give an actor a key of an account with which they could read what they cannot read themselves, unless they
 * have a key of it already.
 */
export function checkMayReceiveKey(realm: Realm, actor: Actor, account: User): void {
  if (!wasGivenKeyOf(realm, actor.user_id, account)) realm.run(beforeKeyDisclosureHook, actor, account);
}

/** Ends the queues of the accounts of which a person was given a key but which they may no longer act as. */
export function endQueuesOfLostRights(realm: Realm, person: User): void {
  for (const account of accountsWithKeyGivenTo(realm, person.id)) {
    if (!mayActAs(realm, person, account)) realm.endQueuesOf(account.id);
  }
}
