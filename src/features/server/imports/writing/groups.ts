import * as v from "valibot";
import type { ArchiveRow } from "../../../../archive/tables.ts";
import { stored } from "../../../../database/stored.ts";
import { groupSettingValueSchema } from "../../../../protocol/group-setting-value.ts";
import { toGroupId } from "../../../../protocol/ids.ts";
import { limits } from "../../../../protocol/limit-table.ts";
import { groupPermissions } from "../../../../protocol/permission-settings.ts";
import { isSystemGroupName } from "../../../../protocol/roles.ts";
import { seconds } from "../../../../util/time.ts";
import { groupNamed, systemGroupIds } from "../../../organization/groups/public.ts";
import { insertLater, laterOfKind } from "../rows.ts";
import { countGroups, insertGroup, insertMembers, insertSubgroup, isWithin, setPermissions } from "./group-rows.ts";
import { permissionsOf } from "./group-values.ts";
import { LeftOut } from "./table-writer.ts";
import type { Writing } from "./writing.ts";

const RESERVED = /^(?:@|role:|user:|stream:|channel:)/;
const LATER = "group";

const laterSchema = v.object({
  creator: v.nullable(v.number()),
  isNew: v.boolean(),
  subgroups: v.array(v.number()),
  permissions: v.record(v.string(), groupSettingValueSchema),
});
const readLater = stored("import_later.value", v.nullable(laterSchema), () => null);

/** Writes a group. One of the same name is the same group, to which members are added; system groups have theirs by role. */
export function writeGroup(writing: Writing, row: ArchiveRow<"groups">): string | undefined {
  const { realm } = writing;
  if (writing.id("group", row.id) !== undefined) return LeftOut.twice;
  if (row.is_system || isSystemGroupName(row.name)) {
    if (!isSystemGroupName(row.name)) return "system groups that there are none of";
    writing.addId("group", row.id, toGroupId(systemGroupIds(realm)[row.name]));
    return undefined;
  }
  const name = row.name.trim();
  if (name === "" || RESERVED.test(name)) return "groups of a name that groups cannot have";
  const known = groupNamed(realm, name);
  if (known === undefined && countGroups.one(realm.sql, {}).count >= limits.organization.user_groups)
    return LeftOut.tooMany;
  const creator = writing.id("user", row.creator_id) ?? null;
  const isDated = row.date_created !== null && writing.isPossible(row.date_created);
  const { id } =
    known ??
    insertGroup.one(realm.sql, {
      name,
      description: row.description,
      creator,
      date_created: isDated ? seconds(row.date_created ?? 0) : null,
      deactivated: row.deactivated,
    });
  writing.addId("group", row.id, id);
  const users = row.members.flatMap((user) => writing.id("user", user) ?? []);
  if (users.length > 0) insertMembers.run(realm.sql, { group: id, users: JSON.stringify(users) });
  const later = { creator, isNew: known === undefined, subgroups: row.subgroups, permissions: row.permissions };
  insertLater.run(realm.sql, { kind: LATER, id, value: JSON.stringify(later) });
  return undefined;
}

/** Writes what groups say of groups, once all of them are there. */
export function endGroups(writing: Writing): void {
  const { realm } = writing;
  realm.forgetAll();
  for (const { id, value } of laterOfKind.all(realm.sql, { kind: LATER })) {
    const later = readLater(value, id);
    if (later === null) continue;
    for (const old of later.subgroups) {
      const subgroup = writing.id("group", old);
      if (subgroup === undefined) continue;
      if (isWithin.first(realm.sql, { group: id, other: subgroup }) === undefined) {
        insertSubgroup.run(realm.sql, { group: id, subgroup });
      } else writing.leftOut("groups that would contain themselves", `groups ${old}`);
    }
    if (!later.isNew) continue;
    const of = { table: groupPermissions, of: later.permissions, creator: later.creator };
    setPermissions.run(realm.sql, { id, permissions: JSON.stringify(permissionsOf(writing, of)) });
  }
  realm.forgetAll();
}
