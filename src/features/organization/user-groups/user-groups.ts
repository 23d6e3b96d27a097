import * as v from "valibot";
import { reportUnreadable, stored } from "../../../database/stored.ts";
import { type Actor, isGuest } from "../../../protocol/actor.ts";
import { type GroupSettingValue, isGroupSettingValue } from "../../../protocol/group-setting-value.ts";
import { type GroupId, toGroupId, type UserId } from "../../../protocol/ids.ts";
import {
  defaultPermission,
  defaultPermissions,
  groupPermissions,
  narrowestPermission,
  type PermissionRule,
} from "../../../protocol/permission-settings.ts";
import {
  type Role,
  type SystemGroupIds,
  systemGroupNames,
  systemGroups,
  systemGroupsOf,
} from "../../../protocol/roles.ts";
import { everyone } from "../../../realm/events/event.ts";
import { cacheKey, type Realm } from "../../../realm/realm.ts";
import { mapValues, recordOf } from "../../../util/records.ts";
import { inactiveUsers } from "../accounts/accounts.ts";
import { membersAdded, membersRemoved } from "./events.ts";
import { forgetMembers, forgetSubgroups, groupsOf } from "./membership.ts";
import type { GroupRow } from "./rows.ts";
import * as rows from "./rows.ts";

export type Group = GroupRow;

const idsKey = cacheKey<SystemGroupIds>("system groups");

/** Returns the ids of the system groups, which every organization has from the start. */
export const systemGroupIds = (realm: Realm): SystemGroupIds =>
  realm.cached(idsKey, () => recordOf(systemGroupNames, (name) => rows.groupByName.one(realm.sql, { name }).id));

/** Writes the system groups of a new organization without emitting anything. */
export function insertSystemGroups(realm: Realm): void {
  const ids = new Map<string, GroupId>();
  for (const name of systemGroupNames) {
    const { description } = systemGroups[name];
    const row = { name, description, creator: null, date_created: null, is_system: true, permissions: "{}" };
    ids.set(name, rows.insertGroup.one(realm.sql, row).id);
  }
  for (const name of systemGroupNames) {
    const { subgroup } = systemGroups[name];
    const group = ids.get(name);
    const inside = subgroup === null ? undefined : ids.get(subgroup);
    if (group !== undefined && inside !== undefined) rows.insertSubgroup.run(realm.sql, { group, subgroup: inside });
  }
  const groupIds = systemGroupIds(realm);
  // No one has permissions on a system group.
  const nobody = mapValues(groupPermissions, () => groupIds["role:nobody"]);
  for (const id of ids.values()) rows.setPermissions.run(realm.sql, { id, permissions: JSON.stringify(nobody) });
  forgetSubgroups(realm);
}

/** Returns the system groups that an account with the role is a direct member of. */
export function systemGroupsFor(realm: Realm, role: Role, isFullMember: boolean): GroupId[] {
  const ids = systemGroupIds(realm);
  return systemGroupsOf(role, isFullMember).map((name) => toGroupId(ids[name]));
}

/** Adds users to a group, and emits the change. The caller must leave out users who are members already. */
export function addMembers(realm: Realm, group: GroupId, users: readonly UserId[]): void {
  if (users.length === 0) return;
  for (const user of users) rows.insertMember.run(realm.sql, { group, user });
  forgetMembers(realm, group);
  const user_ids = activeAmong(realm, users);
  if (user_ids.length > 0) realm.emit(membersAdded({ group_id: group, user_ids }), everyone);
}

export function removeMembers(realm: Realm, group: GroupId, users: readonly UserId[]): void {
  if (users.length === 0) return;
  for (const user of users) rows.deleteMember.run(realm.sql, { group, user });
  forgetMembers(realm, group);
  const user_ids = activeAmong(realm, users);
  if (user_ids.length > 0) realm.emit(membersRemoved({ group_id: group, user_ids }), everyone);
}

/** Returns the active users among those given. The memberships of others are emitted when they are reactivated. */
function activeAmong(realm: Realm, users: readonly UserId[]): UserId[] {
  const hidden = inactiveUsers(realm);
  return users.filter((user) => !hidden.has(user));
}

/** True if a user has a permission. Guests have it only if its rule allows everyone (users-groups-org.md 2). */
export function hasPermission(
  realm: Realm,
  user: Pick<Actor, "user_id" | "role">,
  value: GroupSettingValue,
  rule?: Pick<PermissionRule, "allow_everyone_group">,
): boolean {
  if (isGuest(user) && rule?.allow_everyone_group === false) return false;
  const groups = groupsOf(realm, user.user_id);
  if (typeof value === "number") return groups.has(toGroupId(value));
  return (
    value.direct_members.includes(user.user_id) || value.direct_subgroups.some((group) => groups.has(toGroupId(group)))
  );
}

export const newGroupPermissions = (realm: Realm, creator: UserId) =>
  defaultPermissions(groupPermissions, { groupIds: systemGroupIds(realm), creator });

const readPermissions = storedPermissions("user_groups.permissions", groupPermissions);

export const permissionsOf = (realm: Realm, { id, permissions }: Pick<GroupRow, "id" | "permissions">) =>
  readPermissions(permissions, id, systemGroupIds(realm));

export const everyGroup = (realm: Realm): Group[] => rows.allGroups.all(realm.sql, {});

type Table = Readonly<Record<string, { readonly rule: PermissionRule }>>;
type Values<Permissions extends Table> = { readonly [Name in keyof Permissions]: GroupSettingValue };

/**
 * Creates a reader for the permissions of channels or groups, stored as JSON in one column. A permission added after
 * the row was written gets its default, which then doesn't include the creator. An unreadable one gets the narrowest
 * value.
 */
export function storedPermissions<Permissions extends Table>(
  column: string,
  table: Permissions,
): (text: string, key: number | string, groupIds: SystemGroupIds) => Values<Permissions>;
export function storedPermissions(column: string, table: Table) {
  const read = stored(column, v.nullable(v.record(v.string(), v.unknown())), () => null);
  const rules = Object.entries(table).map(([name, { rule }]) => [name, rule] as const);
  return (text: string, key: number | string, groupIds: SystemGroupIds): Record<string, GroupSettingValue> => {
    const found = read(text, key);
    return Object.fromEntries(
      rules.map(([name, rule]) => [
        name,
        found === null
          ? narrowestPermission(rule, groupIds)
          : storedPermission(found[name], rule, { groupIds, column, key: `${key} ${name}` }),
      ]),
    );
  };
}

/** Reads one stored permission. Returns its default if it is missing, the narrowest value if it is unreadable. */
export function storedPermission(
  value: unknown,
  rule: PermissionRule,
  { groupIds, column, key }: { readonly groupIds: SystemGroupIds; readonly column: string; readonly key: string },
): GroupSettingValue {
  if (value === undefined) return defaultPermission(rule, { groupIds, creator: null });
  if (isGroupSettingValue(value)) return value;
  reportUnreadable(column, key, "it is no group-setting value");
  return narrowestPermission(rule, groupIds);
}
