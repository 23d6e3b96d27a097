import type { GroupPermissions } from "../../../protocol/permission-settings.ts";
import type { GroupRow } from "./rows.ts";

interface GroupParts {
  readonly row: Omit<GroupRow, "permissions">;
  readonly permissions: GroupPermissions;
  /** The direct members, ascending. */
  readonly members: readonly number[];
  readonly subgroups: readonly number[];
}

export const groupObject = ({ row, permissions, members, subgroups }: GroupParts) => ({
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
