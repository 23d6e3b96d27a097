import { namesUser } from "../../../protocol/group-setting-value.ts";
import type { GroupId, UserId } from "../../../protocol/ids.ts";
import { limits } from "../../../protocol/limit-table.ts";
import {
  type GroupPermissionName,
  type GroupPermissions,
  groupPermissionNames,
} from "../../../protocol/permission-settings.ts";
import { checkOrganizationHas } from "../../../protocol/quota.ts";
import { type Audience, both, everyone } from "../../../realm/events/event.ts";
import { can } from "../../../realm/events/queue-client.ts";
import type { Realm } from "../../../realm/realm.ts";
import { audit } from "../../trust/audit-log/audit.ts";
import { checkLentKeys } from "../accounts/api-keys/api-keys.ts";
import { visibleValue } from "./access.ts";
import {
  groupAdded,
  groupReactivated,
  groupRemoved,
  groupUpdated,
  membersAdded,
  membersRemoved,
  subgroupsAdded,
  subgroupsRemoved,
} from "./events.ts";
import { oneGroup } from "./group-list.ts";
import { forgetMembers, forgetSubgroups } from "./membership.ts";
import type { GroupRow } from "./rows.ts";
import * as rows from "./rows.ts";
import { everyGroup, permissionsOf } from "./user-groups.ts";

interface NewGroup {
  readonly name: string;
  readonly description: string;
  /** Null if a directory created the group. */
  readonly creator: UserId | null;
  readonly permissions: GroupPermissions;
  readonly members: readonly UserId[];
  readonly subgroups: readonly GroupId[];
}

export function createGroup(realm: Realm, { name, description, creator, permissions, members, subgroups }: NewGroup) {
  checkOrganizationHas(rows.countOfGroups.one(realm.sql, {}).count + 1, limits.organization.user_groups, "user groups");
  const { id } = rows.insertGroup.one(realm.sql, {
    name,
    description,
    creator,
    date_created: realm.seconds(),
    is_system: false,
    permissions: JSON.stringify(permissions),
  });
  for (const user of members) rows.insertMember.run(realm.sql, { group: id, user });
  for (const subgroup of subgroups) rows.insertSubgroup.run(realm.sql, { group: id, subgroup });
  forgetMembers(realm, id);
  forgetSubgroups(realm);
  audit(realm, "group.created", { of: groupEntity({ id, name }), details: { members: members.length } });
  realm.emit(groupAdded({ group: oneGroup(realm, rows.groupById.one(realm.sql, { id })) }), everyone);
  return id;
}

interface GroupChanges {
  readonly name?: string;
  readonly description?: string;
  readonly permissions?: Partial<GroupPermissions>;
  readonly reactivated?: boolean;
}

/** Writes changes to a group, and emits them in a single event. */
export function changeGroup(realm: Realm, group: GroupRow, changes: GroupChanges): void {
  const { id } = group;
  const { name = group.name, description = group.description, permissions = {}, reactivated = false } = changes;
  rows.setNameAndDescription.run(realm.sql, { id, name, description });
  const current = permissionsOf(realm, group);
  rows.setPermissions.run(realm.sql, { id, permissions: JSON.stringify({ ...current, ...permissions }) });
  checkLentKeys(realm);
  if (reactivated) rows.setDeactivated.run(realm.sql, { id, deactivated: false });
  const data = {
    ...(name !== group.name && { name }),
    ...(description !== group.description && { description }),
    ...(reactivated && { deactivated: false }),
    ...visiblePermissionValues(realm, permissions),
  };
  if (Object.keys(data).length === 0) return;
  const of = groupEntity({ id, name });
  if (name !== group.name) audit(realm, "group.renamed", { of, details: { before: group.name, after: name } });
  if (description !== group.description)
    audit(realm, "group.description_changed", { of, details: { before: group.description, after: description } });
  if (reactivated) audit(realm, "group.reactivated", { of });
  for (const permission of groupPermissionNames) {
    const after = permissions[permission];
    if (after === undefined) continue;
    audit(realm, "group.permission_changed", { of, details: { permission, before: current[permission], after } });
  }
  const hidden = group.deactivated === 1;
  realm.emit(groupUpdated({ group_id: id, data, hidden }), everyone);
  if (reactivated)
    realm.emit(groupReactivated({ group: oneGroup(realm, rows.groupById.one(realm.sql, { id })) }), everyone);
}

function visiblePermissionValues(realm: Realm, permissions: Partial<GroupPermissions>): Partial<GroupPermissions> {
  const entries = groupPermissionNames.flatMap((name): [GroupPermissionName, unknown][] => {
    const value = permissions[name];
    return value === undefined ? [] : [[name, visibleValue(realm, value)]];
  });
  return Object.fromEntries(entries);
}

export const groupEntity = ({ id, name }: Pick<GroupRow, "id" | "name">) => ({ type: "group", id, name }) as const;

export function deactivateGroup(realm: Realm, { id, name }: GroupRow): void {
  audit(realm, "group.deactivated", { of: groupEntity({ id, name }) });
  rows.setDeactivated.run(realm.sql, { id, deactivated: true });
  realm.emit(groupUpdated({ group_id: id, data: { deactivated: true }, hidden: true }), everyone);
  realm.emit(groupRemoved({ group_id: id }), everyone);
}

export function addSubgroups(realm: Realm, group: GroupId, subgroups: readonly GroupId[]): void {
  if (subgroups.length === 0) return;
  for (const subgroup of subgroups) rows.insertSubgroup.run(realm.sql, { group, subgroup });
  forgetSubgroups(realm);
  realm.emit(subgroupsAdded({ group_id: group, direct_subgroup_ids: [...subgroups] }), everyone);
}

export function removeSubgroups(realm: Realm, group: GroupId, subgroups: readonly GroupId[]): void {
  if (subgroups.length === 0) return;
  for (const subgroup of subgroups) rows.deleteSubgroup.run(realm.sql, { group, subgroup });
  forgetSubgroups(realm);
  realm.emit(subgroupsRemoved({ group_id: group, direct_subgroup_ids: [...subgroups] }), everyone);
}

/** The clients that are sent a group. A deactivated one is only sent to those with `include_deactivated_groups`. */
function knowing(realm: Realm, id: GroupId): Audience {
  const isHidden = rows.groupById.one(realm.sql, { id }).deactivated === 1;
  return { includes: (_user, client) => !isHidden || can(client, "include_deactivated_groups") };
}

/** Emits a reactivated account as added to its groups, and the group permissions that contain it. */
export function emitGroupsOfReactivated(realm: Realm, user: UserId): void {
  for (const { group_id } of rows.groupsOfMember.all(realm.sql, { user })) {
    realm.emit(membersAdded({ group_id, user_ids: [user] }), knowing(realm, group_id));
  }
  emitGroupPermissionsNaming(realm, user, everyone);
}

/** Emits a deactivated account as removed from its groups, and the group permissions that contained it. */
export function emitGroupsOfDeactivated(realm: Realm, user: UserId, audience: Audience): void {
  for (const { group_id } of rows.groupsOfMember.all(realm.sql, { user })) {
    realm.emit(membersRemoved({ group_id, user_ids: [user] }), both(audience, knowing(realm, group_id)));
  }
  emitGroupPermissionsNaming(realm, user, audience);
}

function emitGroupPermissionsNaming(realm: Realm, user: UserId, audience: Audience): void {
  for (const group of everyGroup(realm)) {
    const naming = Object.entries(permissionsOf(realm, group)).filter(([, value]) => namesUser(value, user));
    if (naming.length === 0) continue;
    const data = visiblePermissionValues(realm, Object.fromEntries(naming));
    realm.emit(groupUpdated({ group_id: group.id, data, hidden: group.deactivated === 1 }), audience);
  }
}
