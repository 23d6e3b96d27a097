import { type ApiError, badRequest, expectationMismatch, systemGroupRequired } from "../../../protocol/errors.ts";
import {
  type GroupSettingUpdate,
  type GroupSettingValue,
  normalise,
  sameValue,
} from "../../../protocol/group-setting-value.ts";
import type { GroupId, UserId } from "../../../protocol/ids.ts";
import { allowsSystemGroup, type PermissionRule } from "../../../protocol/permission-settings.ts";
import { isSystemGroupName } from "../../../protocol/roles.ts";
import type { Realm } from "../../../realm/realm.ts";
import { accessUsers, refuseSystemBots } from "../accounts/access.ts";
import { inactiveUsers } from "../accounts/accounts.ts";
import { type GroupRow, groupById, groupByName } from "./rows.ts";
import { systemGroupIds } from "./user-groups.ts";

/** A permission: its name in the API, and the rule for its allowed values. */
interface PermissionSetting {
  readonly name: string;
  readonly rule: PermissionRule;
}

export const groupIsDeactivated = () => badRequest("User group is deactivated.");

/** Returns a group by id. Every account can see every group. */
export function accessGroup(realm: Realm, id: number): GroupRow {
  const group = groupById.first(realm.sql, { id });
  if (group === undefined) throw badRequest("Invalid user group");
  return group;
}

export const groupNamed = (realm: Realm, name: string): GroupRow | undefined => groupByName.first(realm.sql, { name });

/** Checks a new value of a permission. Returns its normal form (users-groups-org.md 2). */
export function checkPermissionValue(
  realm: Realm,
  wanted: GroupSettingValue,
  setting: PermissionSetting,
): GroupSettingValue {
  const value = normalise(wanted, systemGroupIds(realm)["role:nobody"]);
  if (typeof value === "number") {
    checkGroup(realm, value, setting);
    return value;
  }
  if (setting.rule.require_system_group) throw systemGroupRequired(setting.name);
  checkMembers(realm, value.direct_members);
  for (const id of value.direct_subgroups) checkGroup(realm, id, setting);
  return value;
}

/**
 * Returns the new value of a permission, or undefined if the update changes nothing. Throws if the current value isn't
 * the one the client expected. The expected value can omit deactivated users, because clients don't see them.
 */
export function updatedPermission(
  realm: Realm,
  current: GroupSettingValue,
  update: GroupSettingUpdate,
  setting: PermissionSetting,
): GroupSettingValue | undefined {
  const nobody = systemGroupIds(realm)["role:nobody"];
  const seen = visibleValue(realm, current);
  if (update.old !== undefined && update.old !== null) {
    const expected = normalise(update.old, nobody);
    if (!sameValue(expected, current) && !sameValue(expected, seen)) throw expectationMismatch();
  }
  const wanted = normalise(update.new, nobody);
  if (sameValue(wanted, current) || sameValue(wanted, seen)) return undefined;
  return checkPermissionValue(realm, wanted, setting);
}

/** Returns the value of a permission as shown to clients: without deactivated users. */
export function visibleValue(realm: Realm, value: GroupSettingValue): GroupSettingValue {
  if (typeof value === "number") return value;
  const inactive = inactiveUsers(realm);
  const hidden = (id: number) => (inactive as ReadonlySet<number>).has(id);
  if (!value.direct_members.some(hidden)) return value;
  return { ...value, direct_members: value.direct_members.filter((id) => !hidden(id)) };
}

function checkGroup(realm: Realm, id: number, { name, rule }: PermissionSetting): void {
  const group = groupById.first(realm.sql, { id });
  if (group === undefined) throw badRequest(`Invalid user group ID: ${id}`);
  if (group.deactivated === 1) throw groupIsDeactivated();
  if (isSystemGroupName(group.name)) {
    if (!allowsSystemGroup(rule, group.name)) throw groupNotAllowed(name, group.name);
  } else if (rule.require_system_group) {
    throw systemGroupRequired(name);
  }
}

const groupNotAllowed = (setting: string, group: string): ApiError =>
  badRequest(`'${setting}' setting cannot be set to '${group}' group.`);

/** Returns the ids of groups to add as subgroups. Throws unless they all exist and are active. */
export function checkSubgroups(realm: Realm, ids: readonly number[]): GroupId[] {
  return [...new Set(ids)].map((id) => {
    const group = groupById.first(realm.sql, { id });
    if (group === undefined) throw badRequest(`Invalid user group ID: ${id}`);
    if (group.deactivated === 1) throw groupIsDeactivated();
    return group.id;
  });
}

/** Returns the ids of users to add to a group or permission. Throws unless they all exist and are active. */
export function checkMembers(realm: Realm, ids: readonly number[]): UserId[] {
  const users = accessUsers(realm, null, ids);
  refuseSystemBots(realm, users);
  if (users.some((user) => user.is_active === 0)) throw badRequest("User is deactivated");
  return users.map((user) => user.id);
}

/** Removes the members invisible to someone who joined through an outside link from a permission's visible value. */
export function valueFromOutside(value: GroupSettingValue, isSeen: (user: number) => boolean): GroupSettingValue {
  return typeof value === "number" ? value : { ...value, direct_members: value.direct_members.filter(isSeen) };
}
