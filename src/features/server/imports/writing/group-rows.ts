import { statement } from "../../../../database/statement.ts";
import type { GroupId } from "../../../../protocol/ids.ts";
import type { Seconds } from "../../../../util/time.ts";

export const insertGroup = statement<
  { name: string; description: string; creator: number | null; date_created: Seconds | null; deactivated: boolean },
  { id: GroupId }
>(
  `INSERT INTO user_groups (name, description, creator_id, date_created, is_system, deactivated, permissions)
   VALUES (:name, :description, :creator, :date_created, 0, :deactivated, '{}') RETURNING id`,
);
export const setPermissions = statement<{ id: number; permissions: string }>(
  "UPDATE user_groups SET permissions = :permissions WHERE id = :id",
);
/** `users` is a JSON list. */
export const insertMembers = statement<{ group: number; users: string }>(
  `INSERT OR IGNORE INTO group_members (group_id, user_id) SELECT CAST(:group AS INTEGER), value FROM json_each(:users)`,
);
export const insertSubgroup = statement<{ group: number; subgroup: number }>(
  "INSERT OR IGNORE INTO group_subgroups (group_id, subgroup_id) VALUES (:group, :subgroup)",
);
export const countGroups = statement<Record<string, never>, { count: number }>(
  "SELECT count(*) AS count FROM user_groups WHERE is_system = 0",
);
export const allSubgroups = statement<Record<string, never>, { group_id: number; subgroup_id: number }>(
  "SELECT group_id, subgroup_id FROM group_subgroups",
);
