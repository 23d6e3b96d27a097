import { type NoParams, type Sql, statement } from "../../../../database/statement.ts";
import type { GroupId, UserId } from "../../../../protocol/ids.ts";
import type { Seconds } from "../../../../util/time.ts";
import { type Column, pageWhere, type RowPage } from "../protocol/filter-sql.ts";

export interface SeenGroup {
  readonly id: GroupId;
  readonly name: string;
  readonly external_id: string | null;
  readonly created_at: Seconds;
  readonly changed_at: Seconds;
}

export const schema = [
  `-- Groups managed by a directory.
   CREATE TABLE scim_groups (
     group_id INTEGER PRIMARY KEY,
     connection_id INTEGER NOT NULL,
     external_id TEXT,
     created_at INTEGER NOT NULL,
     changed_at INTEGER NOT NULL
   ) STRICT;
   CREATE INDEX scim_groups_by_connection ON scim_groups (connection_id);`,
];

export const groupLink = statement<{ group: number }, { connection_id: number }>(
  "SELECT connection_id FROM scim_groups WHERE group_id = :group",
);
export const linkedGroups = statement<{ connection: number }, { group_id: GroupId }>(
  "SELECT group_id FROM scim_groups WHERE connection_id = :connection ORDER BY group_id",
);
export const insertGroupLink = statement<{
  group: number;
  connection: number;
  external_id: string | null;
  at: Seconds;
}>(
  `INSERT INTO scim_groups (group_id, connection_id, external_id, created_at, changed_at)
   VALUES (:group, :connection, :external_id, :at, :at)`,
);
export const setGroupLink = statement<{ group: number; external_id: string | null; at: Seconds }>(
  "UPDATE scim_groups SET external_id = :external_id, changed_at = :at WHERE group_id = :group",
);
export const deleteGroupLink = statement<{ group: number }>("DELETE FROM scim_groups WHERE group_id = :group");
export const deleteGroupLinksOf = statement<{ connection: number }>(
  "DELETE FROM scim_groups WHERE connection_id = :connection",
);

interface NamedGroup {
  readonly id: GroupId;
  readonly name: string;
}
const everyGroupName = statement<NoParams, NamedGroup>("SELECT id, name FROM user_groups");
const namesOfConnection = statement<{ connection: number }, NamedGroup>(
  "SELECT g.id, g.name FROM scim_groups l JOIN user_groups g ON g.id = l.group_id WHERE l.connection_id = :connection",
);

/** Returns the id of a group by its name. Ignores case here, because SQLite does so only for ASCII letters. */
function named(groups: readonly NamedGroup[], name: string): GroupId | undefined {
  const key = name.toLowerCase();
  const found = groups.filter((group) => group.name.toLowerCase() === key);
  return (found.find((group) => group.name === name) ?? found[0])?.id;
}

/** Returns the id of the group with a name, ignoring case, regardless of who manages it. */
export const groupOfName = (sql: Sql, name: string): GroupId | undefined => named(everyGroupName.all(sql, {}), name);

/** Returns a function that returns the id of the connection's group with a name, ignoring case. */
export function ownGroupsByName(sql: Sql, connection: number): (name: string) => GroupId | undefined {
  const groups = namesOfConnection.all(sql, { connection });
  return (name) => named(groups, name);
}

export const groupColumns: Readonly<Record<string, Column>> = {
  id: { sql: "g.id", type: "id" },
  externalid: { sql: "l.external_id", type: "exact" },
  displayname: { sql: "g.name", type: "text" },
  "meta.created": { sql: "l.created_at", type: "time" },
  "meta.lastmodified": { sql: "l.changed_at", type: "time" },
  ...Object.fromEntries(
    ["members", "members.value"].map((path): [string, Column] => [
      path,
      {
        sql: "(SELECT min(user_id) FROM group_members WHERE group_id = g.id)",
        type: "id",
        equals: (at) => `(g.id IN (SELECT group_id FROM group_members WHERE user_id = ${at}))`,
      },
    ]),
  ),
};

const ofConnection = `FROM scim_groups l JOIN user_groups g ON g.id = l.group_id
  WHERE l.connection_id = CAST(?1 AS INTEGER)`;

const columns = "g.id, g.name, l.external_id, l.created_at, l.changed_at";

/** The first value of the page's condition must be the id of the connection. */
export const groupsWhere = (sql: Sql, page: RowPage) => pageWhere<SeenGroup>(sql, [columns, ofConnection], page);

export const seenGroup = (sql: Sql, connection: number, id: number): SeenGroup | undefined =>
  groupsWhere(sql, { condition: { sql: "g.id = CAST(?2 AS INTEGER)", values: [connection, id] }, offset: 0, most: 1 })
    .rows[0];

export const otherConnectionsOf = statement<{ user: UserId; connection: number }, { connection_id: number }>(
  `SELECT DISTINCT l.connection_id FROM group_members m JOIN scim_groups l ON l.group_id = m.group_id
   WHERE m.user_id = :user AND l.connection_id <> :connection ORDER BY l.connection_id`,
);
