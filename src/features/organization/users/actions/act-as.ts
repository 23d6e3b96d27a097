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
import { accountsWithKeyGivenTo, wasGivenKeyOf } from "../api-keys.ts";
import { beforeKeyDisclosureHook } from "../hooks.ts";
import type { User } from "../users.ts";

/**
 * Whether somebody may act as an account, by its key or by whatever else is as good: only who may do by themselves all
 * that the account may do in the organization, by its role or by the groups that it is in.
 */
export function mayActAs(realm: Realm, person: User, account: User): boolean {
  if (person.id === account.id) return true;
  if (person.is_active === 0 || person.role > account.role) return false;
  return realmPermissionNames.every((name) => !has(realm, account, name) || mayHave(realm, person, name));
}

/** Whether an account has a permission of the organization, or may give it to itself by the groups that it runs. */
function has(realm: Realm, { id: user_id, role }: User, name: RealmPermissionName): boolean {
  const values = realmPermissionValues(realm);
  const permission = (of: RealmPermissionName) => ({ value: values[of], rule: realmPermissions[of].rule });
  return mayObtain(realm, { user_id, role }, permission(name), permission("can_manage_all_groups"));
}

/** What somebody may give to anybody they may give to themselves. */
function mayHave(realm: Realm, person: User, name: RealmPermissionName): boolean {
  const decides = realmPermissions[name].mayChange === "owner" ? isOwner(person) : isAdministrator(person);
  return decides || has(realm, person, name);
}

/** Refuses who may not act as an account; an account of the owner's role is for owners alone. */
export function checkMayActAs(realm: Realm, actor: Actor, account: User): void {
  if (mayActAs(realm, accessUser(realm, null, actor.user_id), account)) return;
  if (account.role === Role.owner && isAdministrator(actor)) throw unauthorizedPrincipal("owner");
  throw insufficientPermission();
}

/**
 * Refuses a key of an account to whoever could read with it what they cannot read themselves. Who knows its key already
 * gains nothing by a new one.
 */
export function checkMayReceiveKey(realm: Realm, actor: Actor, account: User): void {
  if (!wasGivenKeyOf(realm, actor.user_id, account)) realm.run(beforeKeyDisclosureHook, actor, account);
}

/** Ends the queues of accounts that somebody has a key of, and may act as no more: what waits for news gets none. */
export function endQueuesOfLostRights(realm: Realm, person: User): void {
  for (const account of accountsWithKeyGivenTo(realm, person.id)) {
    if (!mayActAs(realm, person, account)) realm.endQueuesOf(account.id);
  }
}
