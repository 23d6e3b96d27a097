import * as v from "valibot";
import { groupSettingValueSchema } from "../../../protocol/group-setting-value.ts";
import { type GroupPermissions, groupPermissionNames } from "../../../protocol/permission-settings.ts";
import type { GroupRow } from "./rows.ts";

/** A group on the wire (register-and-events.md 4.3). */
export const groupObjectSchema = v.strictObject({
  id: v.number(),
  name: v.string(),
  description: v.string(),
  creator_id: v.nullable(v.number()),
  date_created: v.nullable(v.number()),
  is_system_group: v.boolean(),
  members: v.array(v.number()),
  direct_subgroup_ids: v.array(v.number()),
  deactivated: v.boolean(),
  ...v.entriesFromList(groupPermissionNames, groupSettingValueSchema),
});

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
