import * as v from "valibot";
import type { ArchiveRow } from "../../../archive-format/tables.ts";
import { type NoParams, statement } from "../../../database/statement.ts";
import { stored } from "../../../database/stored.ts";
import { groupSettingValueSchema } from "../../../protocol/group-setting-value.ts";
import { type GroupId, toGroupId } from "../../../protocol/ids.ts";
import { limits } from "../../../protocol/limit-table.ts";
import { groupPermissions } from "../../../protocol/permission-settings.ts";
import { isSystemGroupName, Role, type SystemGroupName } from "../../../protocol/roles.ts";
import { MAX_GROUP_DESCRIPTION_LENGTH } from "../../../protocol/text-lengths.ts";
import { type FeatureArchive, part } from "../../../realm/archive-io/feature-archive.ts";
import { type ImportContext, LeftOut, rewrittenLater } from "../../../realm/archive-io/writing.ts";
import { type Seconds, seconds } from "../../../util/time.ts";
import { systemBotIds } from "../accounts/accounts.ts";
import { usersOfRole } from "../accounts/archive.ts";
import { groupNamed } from "./access.ts";
import { DEACTIVATED_GROUPS, importedPermissions } from "./archive-permissions.ts";
import { nestingOrder } from "./nesting-order.ts";
import { allSubgroups, insertSubgroup } from "./rows.ts";
import { systemGroupIds } from "./user-groups.ts";

const RESERVED = /^(?:@|role:|user:|stream:|channel:)/;
const LATER = "group";

const laterSchema = v.object({
  creator: v.nullable(v.number()),
  isNew: v.boolean(),
  subgroups: v.array(v.number()),
  permissions: v.record(v.string(), groupSettingValueSchema),
  group: v.number(),
});
const readLater = stored("import_later.value", v.nullable(laterSchema), () => null);

/**
 * Imports a group. If a group with the name exists, the archived members are added to it. Members of system groups
 * aren't imported, because they follow from roles.
 */
function writeGroup(writing: ImportContext, row: ArchiveRow<"groups">): string | undefined {
  const { realm } = writing;
  if (writing.id("group", row.id) !== undefined) return LeftOut.twice;
  if (row.is_system || isSystemGroupName(row.name)) {
    if (!isSystemGroupName(row.name)) return "system groups that there are none of";
    writing.addId("group", row.id, toGroupId(systemGroupIds(realm)[row.name]));
    return undefined;
  }
  const name = row.name.trim();
  if (name === "" || RESERVED.test(name)) return "groups of a name that groups cannot have";
  const known = knownGroup(writing, name);
  if (known !== undefined && [...writing.ids("group").values()].includes(known.id))
    writing.leftOut("groups that are one with another of their name", `groups ${row.id}`);
  if (known === undefined) {
    const number = writing.noted.number("groups", () => countGroups.one(realm.sql, {}).count);
    if (number >= limits.organization.user_groups) return LeftOut.tooMany;
    writing.noted.set("groups", number + 1);
  }
  const creator = writing.id("user", row.creator_id) ?? null;
  const isDated = row.date_created !== null && writing.isPossible(row.date_created);
  const { description, deactivated } = row;
  const date_created = isDated ? seconds(row.date_created ?? 0) : null;
  if (known !== undefined) writing.addId("group", row.id, known.id);
  const id =
    known?.id ??
    writing.made(
      "group",
      row.id,
      () => insertGroup.one(realm.sql, { name, description, creator, date_created, deactivated }).id,
    );
  if (known?.deactivated === 1 || (known === undefined && deactivated)) writing.noted.take(DEACTIVATED_GROUPS, id);
  if (!writing.writes) writing.noted.take(NAMES, name, id);
  const users = row.members.flatMap((user) => writing.id("user", user) ?? []);
  if (users.length < row.members.length)
    writing.leftOut("groups with members who are not in the archive", `groups ${row.id}`);
  if (writing.writes && users.length > 0) insertMembers.run(realm.sql, { group: id, users: JSON.stringify(users) });
  const { subgroups, permissions } = row;
  if (known === undefined && writing.writes) writing.later.put(DESCRIPTIONS, id, description);
  const later = { creator, isNew: known === undefined, subgroups, permissions, group: id };
  writing.later.put(LATER, row.id, JSON.stringify(later));
  return undefined;
}

const NAMES = "names of groups";

/** Returns the organization's group with a name or, in a dry run, the archive's. */
function knownGroup({ realm, noted }: ImportContext, name: string): { id: number; deactivated: number } | undefined {
  const known = groupNamed(realm, name);
  if (known !== undefined) return known;
  const id = noted.find(NAMES, name);
  return id === undefined ? undefined : { id, deactivated: Number(noted.find(DEACTIVATED_GROUPS, id) !== undefined) };
}

/** Writes the references between groups, once all groups exist. */
function endGroups(writing: ImportContext): void {
  const { realm } = writing;
  realm.forgetAll();
  const groups = writing.later.all(LATER).flatMap(({ id, value }) => {
    const later = readLater(value, id);
    return later === null ? [] : [{ ...later, archiveId: id }];
  });
  const subgroupsOf = ({ subgroups }: (typeof groups)[number]) =>
    subgroups.flatMap((old) => writing.id("group", old) ?? []);
  const order = nestingOrder(
    allSubgroups.all(realm.sql, {}).map(({ group_id, subgroup_id }) => [group_id, subgroup_id]),
    groups.flatMap((later) => subgroupsOf(later).map((subgroup) => [later.group, subgroup] as const)),
  );
  for (const { archiveId, ...later } of groups) {
    const { group: id } = later;
    const place = `groups ${archiveId}`;
    for (const old of later.subgroups) {
      const subgroup = writing.id("group", old);
      if (subgroup === undefined) writing.leftOut("subgroups that are not in the archive", place);
      else if ((order.get(id) ?? 0) >= (order.get(subgroup) ?? 0))
        writing.leftOut("groups that would contain themselves", place);
      else if (writing.writes) insertSubgroup.run(realm.sql, { group: id, subgroup });
    }
    if (!later.isNew) continue;
    const of = { table: groupPermissions, values: later.permissions, creator: later.creator, of: place };
    const permissions = JSON.stringify(importedPermissions(writing, of));
    if (writing.writes) setPermissions.run(realm.sql, { id, permissions });
  }
  realm.forgetAll();
}

const DESCRIPTIONS = "descriptions of groups";

/** Replaces the archive's ids in descriptions. Runs once all channels exist. */
function rewriteDescriptions(writing: ImportContext): void {
  for (const { id, text } of rewrittenLater(writing, DESCRIPTIONS, MAX_GROUP_DESCRIPTION_LENGTH))
    setDescription.run(writing.realm.sql, { id, description: text });
}

const ROLE_GROUPS = [
  ["role:everyone", Role.guest],
  ["role:members", Role.member],
  ["role:moderators", Role.moderator],
  ["role:administrators", Role.administrator],
  ["role:owners", Role.owner],
] as const satisfies readonly (readonly [SystemGroupName, Role])[];

/** Adds accounts to the groups of their roles, and removes them from groups of weaker roles. */
function placeByRole({ realm, writes }: ImportContext): void {
  if (!writes) return;
  const ids = systemGroupIds(realm);
  const system = systemBotIds(realm);
  for (const [name, role] of ROLE_GROUPS) {
    const group = toGroupId(ids[name]);
    const users = usersOfRole(realm, role);
    removeOthers.run(realm.sql, { group, users: JSON.stringify(users) });
    insertMembers.run(realm.sql, { group, users: JSON.stringify(users.filter((user) => !system.has(user))) });
  }
}

const insertGroup = statement<
  { name: string; description: string; creator: number | null; date_created: Seconds | null; deactivated: boolean },
  { id: GroupId }
>(
  `INSERT INTO user_groups (name, description, creator_id, date_created, is_system, deactivated, permissions)
   VALUES (:name, :description, :creator, :date_created, 0, :deactivated, '{}') RETURNING id`,
);
const setDescription = statement<{ id: number; description: string }>(
  "UPDATE user_groups SET description = :description WHERE id = :id",
);
const setPermissions = statement<{ id: number; permissions: string }>(
  "UPDATE user_groups SET permissions = :permissions WHERE id = :id",
);
/** `users` is a JSON array of ids. */
const insertMembers = statement<{ group: number; users: string }>(
  `INSERT OR IGNORE INTO group_members (group_id, user_id) SELECT CAST(:group AS INTEGER), value FROM json_each(:users)`,
);
const removeOthers = statement<{ group: number; users: string }>(
  "DELETE FROM group_members WHERE group_id = :group AND user_id NOT IN (SELECT value FROM json_each(:users))",
);
const countGroups = statement<NoParams, { count: number }>(
  "SELECT count(*) AS count FROM user_groups WHERE is_system = 0",
);

export const groupArchive: FeatureArchive = {
  tables: ["user_groups", "group_members", "group_subgroups"],
  parts: [
    part({ table: "users", end: placeByRole }),
    part({
      table: "groups",
      atOnce: 20,
      reading: {
        from: "user_groups t",
        key: ["id"],
        columns: [
          ..."name description creator_id date_created is_system deactivated permissions".split(" "),
          `CASE WHEN t.is_system THEN '[]'
           ELSE (SELECT json_group_array(user_id) FROM group_members m WHERE m.group_id = t.id) END AS members`,
          "(SELECT json_group_array(subgroup_id) FROM group_subgroups s WHERE s.group_id = t.id) AS subgroups",
        ],
      },
      write: writeGroup,
      end: endGroups,
    }),
  ],
  finish: rewriteDescriptions,
};
