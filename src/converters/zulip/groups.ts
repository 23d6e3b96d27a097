import type { GroupSettingValue } from "../../protocol/group-setting-value.ts";
import { groupPermissionNames } from "../../protocol/permission-settings.ts";
import { entryOf } from "../../util/collections.ts";
import { UniqueNames } from "../unique-names.ts";
import type { Row } from "./row.ts";
import type { ZulipImport } from "./source.ts";

/**
 * Writes the named groups. Records the permission value that each group id represents; for unnamed groups, a list of
 * members and subgroups.
 */
export async function convertGroups(source: ZulipImport): Promise<void> {
  const named = await namedGroups(source);
  const [members, subgroups] = [new Map<number, number[]>(), new Map<number, number[]>()];
  for await (const row of source.rows("zerver_usergroupmembership")) {
    const [group, user] = [row.id("user_group"), source.userIn(row, "user_profile")];
    if (group !== undefined && user !== undefined) entryOf(members, group, () => []).push(user);
    else source.leaveOut(row, "groups: unknown member");
  }
  for await (const row of source.rows("zerver_groupgroupmembership")) {
    const [group, subgroup] = [row.id("supergroup"), row.id("subgroup")];
    if (group !== undefined && subgroup !== undefined && named.has(subgroup))
      entryOf(subgroups, group, () => []).push(subgroup);
    else source.leaveOut(row, "groups: unknown subgroup");
  }
  for await (const row of source.rows("zerver_usergroup")) {
    const id = row.id();
    if (id === undefined || named.has(id)) continue;
    source.groups.set(id, { direct_members: members.get(id) ?? [], direct_subgroups: subgroups.get(id) ?? [] });
  }
  for (const [id, row] of named) {
    source.groups.set(id, id);
    if (isSystem(row)) source.systemGroups.set(row.text("name") ?? "", id);
  }
  const names = new UniqueNames(100);
  for (const [id, row] of named) {
    const system = isSystem(row);
    const dateCreated = row.past("date_created", source.conversion.now);
    await source.write(
      "groups",
      {
        id,
        name: system
          ? (row.text("name") ?? "")
          : names.give((row.text("name") ?? "").replace(/^role:/, ""), `Group ${id}`),
        description: [...(row.text("description") ?? "")].slice(0, 1024).join(""),
        creator_id: source.userIn(row, "creator") ?? null,
        ...(dateCreated !== undefined && { date_created: dateCreated }),
        deactivated: row.flag("deactivated") === true,
        is_system: system,
        // The members of system groups follow from roles.
        members: system ? [] : [...new Set(members.get(id))],
        subgroups: system ? [] : [...new Set(subgroups.get(id))],
        permissions: system ? {} : permissionsIn(source, row, groupPermissionNames),
      },
      row.place,
    );
  }
}

const isSystem = (row: Row) => row.flag("is_system_group") === true && (row.text("name") ?? "").startsWith("role:");

/** Returns the named groups by id. Up to version 8, all groups are named and stored in a single table. */
async function namedGroups(source: ZulipImport): Promise<Map<number, Row>> {
  const named = new Map<number, Row>();
  for await (const row of source.rows("zerver_namedusergroup", { as: "groups" })) {
    const id = row.id("usergroup_ptr") ?? row.id();
    if (id === undefined || named.has(id)) source.leaveOut(row, "groups: no id, or a doubled one");
    else named.set(id, row);
  }
  for await (const row of source.rows("zerver_usergroup")) {
    const id = row.id();
    if (id === undefined || named.has(id) || !row.has("name")) continue;
    source.conversion.report.read("groups");
    named.set(id, row);
  }
  return named;
}

/** Returns the permissions in a row. Missing ones are derived from an older version's policy. */
export function permissionsIn<Name extends string>(
  source: ZulipImport,
  row: Row,
  names: readonly Name[],
  byPolicy: (name: Name) => GroupSettingValue | undefined = () => undefined,
) {
  const permissions: { [Permission in Name]?: GroupSettingValue } = {};
  for (const name of names) {
    const group = row.id(name);
    const value = group === undefined ? byPolicy(name) : source.groups.get(group);
    if (value !== undefined) permissions[name] = value;
    else if (group !== undefined) source.leaveOut(`${row.place} ${name}`, "unknown group");
  }
  return permissions;
}
