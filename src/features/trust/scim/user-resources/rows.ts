import { statement } from "../../../../database/statement.ts";
import type { GroupId, UserId } from "../../../../protocol/ids.ts";
import type { Role } from "../../../../protocol/roles.ts";
import type { Realm } from "../../../../realm/realm.ts";
import type { Seconds } from "../../../../util/time.ts";
import { outsidePeople } from "../../../organization/accounts/outside-access.ts";
import { type Column, pageWhere, type RowPage } from "../protocol/filter-sql.ts";

interface LinkRow {
  readonly user_id: UserId;
  readonly connection_id: number;
  readonly user_name: string;
  readonly external_id: string | null;
  /** JSON of the attributes that the directory sent, except those stored in the account itself. */
  readonly attributes: string;
  readonly changed_at: Seconds;
}

/** An account as a connection sees it. Columns of the link are null if the account isn't linked. */
export interface SeenUser {
  readonly id: UserId;
  readonly delivery_email: string;
  readonly full_name: string;
  readonly role: Role;
  readonly is_active: number;
  readonly date_joined: Seconds;
  readonly user_name: string | null;
  readonly external_id: string | null;
  readonly attributes: string | null;
  readonly changed_at: Seconds | null;
}

export const schema = [
  `-- Accounts managed by a directory.
   CREATE TABLE scim_users (
     user_id INTEGER PRIMARY KEY,
     connection_id INTEGER NOT NULL,
     user_name TEXT NOT NULL,
     -- user_name in lowercase.
     user_key TEXT NOT NULL UNIQUE,
     external_id TEXT,
     attributes TEXT NOT NULL,
     changed_at INTEGER NOT NULL
   ) STRICT;
   CREATE UNIQUE INDEX scim_users_by_external_id ON scim_users (connection_id, external_id)
     WHERE external_id IS NOT NULL;
   -- Accounts a directory has deleted. They are deactivated, and hidden from directories.
   CREATE TABLE scim_removed_users (user_id INTEGER PRIMARY KEY) STRICT;`,
];

const linkColumns = "user_id, connection_id, user_name, external_id, attributes, changed_at";

export const linkOfUser = statement<{ user: number }, LinkRow>(
  `SELECT ${linkColumns} FROM scim_users WHERE user_id = :user`,
);
export const linkNamed = statement<{ key: string }, LinkRow>(
  `SELECT ${linkColumns} FROM scim_users WHERE user_key = :key`,
);
export const linkByExternalId = statement<{ connection: number; external_id: string }, LinkRow>(
  `SELECT ${linkColumns} FROM scim_users WHERE connection_id = :connection AND external_id = :external_id`,
);
export const putLink = statement<
  Omit<LinkRow, "user_id" | "connection_id"> & { user: number; connection: number; user_key: string }
>(
  `INSERT INTO scim_users (${linkColumns}, user_key)
   VALUES (:user, :connection, :user_name, :external_id, :attributes, :changed_at, :user_key)
   ON CONFLICT (user_id) DO UPDATE SET user_name = excluded.user_name, user_key = excluded.user_key, external_id = excluded.external_id,
     attributes = excluded.attributes, changed_at = excluded.changed_at`,
);
export const deleteLink = statement<{ user: number }>("DELETE FROM scim_users WHERE user_id = :user");
export const deleteLinksOf = statement<{ connection: number }>(
  "DELETE FROM scim_users WHERE connection_id = :connection",
);

export const setChanged = statement<{ user: number; at: Seconds }>(
  "UPDATE scim_users SET changed_at = :at WHERE user_id = :user",
);
export const insertRemoved = statement<{ user: number }>("INSERT OR IGNORE INTO scim_removed_users VALUES (:user)");
export const deleteRemoved = statement<{ user: number }>("DELETE FROM scim_removed_users WHERE user_id = :user");

const columns = `u.id, u.delivery_email, u.full_name, u.role, u.is_active, u.date_joined, s.user_name, s.external_id,
  s.attributes, s.changed_at`;
/**
 * The accounts that a connection sees: those it manages, and unmanaged ones that are active or that no directory has
 * deleted. Excludes people who joined through an outside link, because they are in no directory. The parameters are
 * those that `seenBy` returns.
 */
const ofConnection = `FROM users u LEFT JOIN scim_users s ON s.user_id = u.id
  WHERE u.bot_type IS NULL AND u.is_deleted = 0
    AND (s.connection_id = CAST(?1 AS INTEGER) OR (s.user_id IS NULL
      AND (u.is_active = 1 OR u.id NOT IN (SELECT user_id FROM scim_removed_users))
      AND u.id NOT IN (SELECT value FROM json_each(?2))))`;

export const seenBy = (realm: Realm, connection: number): readonly [connection: number, outside: string] => [
  connection,
  JSON.stringify([...outsidePeople(realm).keys()]),
];

const attributeSql = (path: string) => `(s.attributes ->> '$.${path}')`;
/** The full name up to and including its last space. */
const UP_TO_LAST = "rtrim(u.full_name, replace(u.full_name, ' ', ''))";
/**
 * Returns SQL for a part of the name. If the directory has sent neither part, they are derived from the full name
 * (user-resource.ts).
 */
const partOfName = (part: string, ofFullName: string) =>
  `(CASE WHEN ${attributeSql("name.givenName")} IS NULL AND ${attributeSql("name.familyName")} IS NULL THEN ${ofFullName} ELSE ${attributeSql(part)} END)`;
const hasAddress = (at: string) => `(lower(u.delivery_email) = ${at})`;

export const userColumns: Readonly<Record<string, Column>> = {
  id: { sql: "u.id", type: "id" },
  externalid: {
    sql: "s.external_id",
    type: "exact",
    equals: (at) =>
      `(u.id IN (SELECT user_id FROM scim_users WHERE connection_id = CAST(?1 AS INTEGER) AND external_id = ${at}))`,
  },
  username: {
    sql: "coalesce(s.user_key, u.delivery_email)",
    type: "text",
    equals: (at) =>
      `(u.id IN (SELECT user_id FROM scim_users WHERE user_key = ${at}
         UNION ALL SELECT id FROM users WHERE lower(delivery_email) = ${at})
        AND coalesce(s.user_key, lower(u.delivery_email)) = ${at})`,
  },
  displayname: { sql: "coalesce(s.attributes ->> '$.displayName', u.full_name)", type: "text" },
  "name.formatted": { sql: "u.full_name", type: "text" },
  "name.familyname": {
    sql: partOfName("name.familyName", `substr(u.full_name, length(${UP_TO_LAST}) + 1)`),
    type: "text",
  },
  "name.givenname": {
    sql: partOfName(
      "name.givenName",
      `CASE ${UP_TO_LAST} WHEN '' THEN u.full_name ELSE substr(u.full_name, 1, length(${UP_TO_LAST}) - 1) END`,
    ),
    type: "text",
  },
  "name.middlename": { sql: attributeSql("name.middleName"), type: "text" },
  "name.honorificprefix": { sql: attributeSql("name.honorificPrefix"), type: "text" },
  "name.honorificsuffix": { sql: attributeSql("name.honorificSuffix"), type: "text" },
  active: { sql: "u.is_active", type: "boolean" },
  emails: { sql: "u.delivery_email", type: "text", equals: hasAddress },
  "emails.value": { sql: "u.delivery_email", type: "text", equals: hasAddress },
  // The first address is always the account's (wanted-user.ts).
  "emails.type": {
    sql: `(CASE WHEN ${attributeSql("emails")} IS NULL THEN 'work' ELSE ${attributeSql("emails[0].type")} END)`,
    type: "text",
  },
  "emails.primary": { sql: "1", type: "boolean" },
  "meta.created": { sql: "u.date_joined", type: "time" },
  "meta.lastmodified": { sql: "coalesce(s.changed_at, u.date_joined)", type: "time" },
};

/** The first values of the page's condition must be those that `seenBy` returns. */
export const usersWhere = ({ sql }: Realm, page: RowPage) => pageWhere<SeenUser>(sql, [columns, ofConnection], page);

export const seenUser = (realm: Realm, connection: number, id: number): SeenUser | undefined => {
  const condition = { sql: "u.id = CAST(?3 AS INTEGER)", values: [...seenBy(realm, connection), id] };
  return usersWhere(realm, { condition, offset: 0, most: 1 }).rows[0];
};

export const usersAmong = (realm: Realm, connection: number, ids: readonly number[]): UserId[] =>
  realm.sql
    .exec(
      `SELECT u.id ${ofConnection} AND u.id IN (SELECT value FROM json_each(?3))`,
      ...seenBy(realm, connection),
      JSON.stringify(ids),
    )
    .toArray()
    .map(({ id }) => Number(id) as UserId);

/** Returns the direct members of a group whom the connection sees. */
export const membersSeen = (realm: Realm, connection: number, group: GroupId): { id: UserId; name: string }[] =>
  realm.sql
    .exec(
      `SELECT u.id, u.full_name AS name ${ofConnection}
         AND u.id IN (SELECT user_id FROM group_members WHERE group_id = CAST(?3 AS INTEGER)) ORDER BY u.id`,
      ...seenBy(realm, connection),
      group,
    )
    .toArray() as unknown as { id: UserId; name: string }[];

/** Selects the connection's groups that have any of the users as a direct member. `users` is a JSON array of ids. */
export const groupsOfUsers = statement<
  { connection: number; users: string },
  { user_id: UserId; id: GroupId; name: string }
>(
  `SELECT m.user_id, g.id, g.name FROM group_members m JOIN scim_groups l ON l.group_id = m.group_id
   JOIN user_groups g ON g.id = m.group_id
   WHERE l.connection_id = :connection AND m.user_id IN (SELECT value FROM json_each(:users)) ORDER BY g.id`,
);
