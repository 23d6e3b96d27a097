import { unpacked } from "../../../database/stored.ts";
import { type GroupPermissions, groupPermissionNames } from "../../../protocol/permission-settings.ts";
import type { Realm } from "../../../realm/realm.ts";
import { mapValues, recordOf } from "../../../util/records.ts";
import { valueFromOutside, visibleValue } from "./access.ts";
import { directMembers, directSubgroups, memberLists } from "./membership.ts";
import { allGroups, type GroupRow } from "./rows.ts";
import { permissionsOf } from "./user-groups.ts";

interface GroupParts {
  readonly row: Omit<GroupRow, "permissions">;
  readonly permissions: GroupPermissions;
  /** Ids of the direct members, in ascending order. */
  readonly members: readonly number[];
  readonly subgroups: readonly number[];
}

const groupObject = ({ row, permissions, members, subgroups }: GroupParts) => ({
  id: row.id,
  name: row.name,
  description: row.description,
  creator_id: row.creator_id,
  date_created: row.date_created,
  is_system_group: row.is_system === 1,
  members: [...members],
  direct_subgroup_ids: [...subgroups],
  deactivated: row.deactivated === 1,
  ...permissions,
});

interface ListedGroup extends Omit<GroupParts, "members"> {
  /** JSON array of ids. The Worker parses it, because there can be very many. */
  readonly members: string;
}

/** Returns all groups, without deactivated ones unless `deactivated` is true. Runs in the realm. */
export function listGroups(realm: Realm, { deactivated }: { readonly deactivated: boolean }): ListedGroup[] {
  const members = memberLists(realm);
  return allGroups
    .all(realm.sql, {})
    .filter((row) => deactivated || row.deactivated === 0)
    .map((row) => ({
      row,
      permissions: visiblePermissions(realm, row),
      subgroups: directSubgroups(realm, row.id),
      members: members(row.id),
    }));
}

/** Converts groups to the API's form. Runs in the Worker. */
export const shapeGroups = (groups: readonly ListedGroup[]) =>
  groups.map((group) => groupObject({ ...group, members: unpacked<number[]>(group.members) }));

export const oneGroup = (realm: Realm, row: GroupRow) =>
  groupObject({
    row,
    permissions: visiblePermissions(realm, row),
    members: directMembers(realm, row.id),
    subgroups: directSubgroups(realm, row.id),
  });

function visiblePermissions(realm: Realm, row: GroupRow): GroupPermissions {
  const permissions = permissionsOf(realm, row);
  return recordOf(groupPermissionNames, (name) => visibleValue(realm, permissions[name]));
}

/**
 * Returns the groups for someone who joined through an outside link: the system groups, because permissions refer to
 * them, with only the members they see.
 */
export const groupsFromOutside = (
  groups: readonly ListedGroup[],
  isSeen: (user: number) => boolean,
): readonly ListedGroup[] =>
  groups
    .filter(({ row }) => row.is_system === 1)
    .map((group) => ({
      ...group,
      permissions: mapValues(group.permissions, (value) => valueFromOutside(value, isSeen)),
      members: JSON.stringify(unpacked<number[]>(group.members).filter(isSeen)),
    }));
