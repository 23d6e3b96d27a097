import { type NoParams, statement } from "../../../database/statement.ts";
import { mergedInto } from "../../../database/stored.ts";
import type { GroupId, UserId } from "../../../protocol/ids.ts";
import type { Seconds } from "../../../util/time.ts";

export interface GroupRow {
  readonly id: GroupId;
  readonly name: string;
  readonly description: string;
  readonly creator_id: UserId | null;
  readonly date_created: Seconds | null;
  readonly is_system: number;
  readonly deactivated: number;
  /** A JSON object: group-setting values by permission name. */
  readonly permissions: string;
}

export const schema = [
  `CREATE TABLE user_groups (
     id INTEGER PRIMARY KEY AUTOINCREMENT,
     name TEXT NOT NULL UNIQUE,
     description TEXT NOT NULL,
     creator_id INTEGER,
     date_created INTEGER,
     is_system INTEGER NOT NULL,
     deactivated INTEGER NOT NULL DEFAULT 0,
     permissions TEXT NOT NULL
   ) STRICT;
   CREATE TABLE group_members (
     group_id INTEGER NOT NULL, user_id INTEGER NOT NULL, PRIMARY KEY (group_id, user_id)
   ) STRICT, WITHOUT ROWID;
   CREATE INDEX group_members_by_user ON group_members (user_id);
   CREATE TABLE group_subgroups (
     group_id INTEGER NOT NULL, subgroup_id INTEGER NOT NULL, PRIMARY KEY (group_id, subgroup_id)
   ) STRICT, WITHOUT ROWID;
   CREATE INDEX group_subgroups_by_subgroup ON group_subgroups (subgroup_id);`,
];

const columnList = "id, name, description, creator_id, date_created, is_system, deactivated, permissions";
export const groupById = statement<{ id: number }, GroupRow>(`SELECT ${columnList} FROM user_groups WHERE id = :id`);
export const groupByName = statement<{ name: string }, GroupRow>(
  `SELECT ${columnList} FROM user_groups WHERE name = :name`,
);
export const allGroups = statement<NoParams, GroupRow>(`SELECT ${columnList} FROM user_groups ORDER BY id`);
export const countOfGroups = statement<NoParams, { count: number }>("SELECT count(*) AS count FROM user_groups");
export const insertGroup = statement<
  Pick<GroupRow, "name" | "description" | "date_created" | "permissions"> & {
    creator: number | null;
    is_system: boolean;
  },
  { id: GroupId }
>(
  `INSERT INTO user_groups (name, description, creator_id, date_created, is_system, permissions)
   VALUES (:name, :description, :creator, :date_created, :is_system, :permissions) RETURNING id`,
);
export const setPermissions = statement<{ id: number; permissions: string }>(
  `UPDATE user_groups SET permissions = ${mergedInto("permissions")} WHERE id = :id`,
);
export const setNameAndDescription = statement<{ id: number; name: string; description: string }>(
  "UPDATE user_groups SET name = :name, description = :description WHERE id = :id",
);
export const setDeactivated = statement<{ id: number; deactivated: boolean }>(
  "UPDATE user_groups SET deactivated = :deactivated WHERE id = :id",
);

export const insertMember = statement<{ group: number; user: number }>(
  "INSERT OR IGNORE INTO group_members (group_id, user_id) VALUES (:group, :user)",
);
export const deleteMember = statement<{ group: number; user: number }>(
  "DELETE FROM group_members WHERE group_id = :group AND user_id = :user",
);
export const membersOf = statement<{ group: number }, { user_id: UserId }>(
  "SELECT user_id FROM group_members WHERE group_id = :group ORDER BY user_id",
);
/** Members of all non-empty groups, one JSON list per group, without the `hidden` users. */
export const membersOfAll = statement<{ hidden: string }, { group_id: GroupId; members: string }>(
  `SELECT group_id, '[' || group_concat(user_id, ',' ORDER BY user_id) || ']' AS members FROM group_members
   WHERE user_id NOT IN (SELECT value FROM json_each(:hidden)) GROUP BY group_id`,
);
export const membership = statement<{ group: number; user: number }, { user_id: UserId }>(
  "SELECT user_id FROM group_members WHERE group_id = :group AND user_id = :user",
);
export const groupsOfMember = statement<{ user: number }, { group_id: GroupId }>(
  "SELECT group_id FROM group_members WHERE user_id = :user ORDER BY group_id",
);
export const insertSubgroup = statement<{ group: number; subgroup: number }>(
  "INSERT OR IGNORE INTO group_subgroups (group_id, subgroup_id) VALUES (:group, :subgroup)",
);
export const deleteSubgroup = statement<{ group: number; subgroup: number }>(
  "DELETE FROM group_subgroups WHERE group_id = :group AND subgroup_id = :subgroup",
);
export const allSubgroups = statement<NoParams, { group_id: GroupId; subgroup_id: GroupId }>(
  "SELECT group_id, subgroup_id FROM group_subgroups ORDER BY group_id, subgroup_id",
);
