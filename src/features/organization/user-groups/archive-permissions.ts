import * as v from "valibot";
import { type GroupSettingValue, groupSettingValueSchema, normalise } from "../../../protocol/group-setting-value.ts";
import { allowsSystemGroup, defaultPermission, type PermissionRule } from "../../../protocol/permission-settings.ts";
import { isSystemGroupName } from "../../../protocol/roles.ts";
import type { ImportContext } from "../../../realm/archive-io/writing.ts";
import { systemGroupIds } from "./user-groups.ts";

type Rules = Readonly<Record<string, { readonly rule: PermissionRule }>>;

interface ArchivedPermissions {
  readonly table: Rules;
  readonly values: Readonly<Record<string, unknown>>;
  readonly creator: number | null;
  /** The entity that the permissions apply to, as named in the import report. */
  readonly of: string;
}

/**
 * Returns the permissions of an imported row: the archive's, with this organization's ids, and defaults for the rest.
 */
export function importedPermissions<Table extends Rules>(
  writing: ImportContext,
  given: ArchivedPermissions & { readonly table: Table },
): { readonly [Name in keyof Table]: GroupSettingValue };
export function importedPermissions(
  writing: ImportContext,
  { table, values, creator, of }: ArchivedPermissions,
): Record<string, GroupSettingValue> {
  const groupIds = systemGroupIds(writing.realm);
  for (const name of Object.keys(values)) {
    if (!Object.hasOwn(table, name)) writing.leftOut(IMPOSSIBLE, `${of}: ${name}`);
  }
  return Object.fromEntries(
    Object.entries(table).map(([name, { rule }]) => {
      const given = values[name];
      const value = given === undefined ? undefined : importedPermission(writing, { name, rule }, { given, of });
      return [name, value ?? defaultPermission(rule, { groupIds, creator })];
    }),
  );
}

const IMPOSSIBLE = "permissions that cannot have such a value";
const MISSING = "permissions of people or groups who are not in the archive";
export const DEACTIVATED_GROUPS = "deactivated groups";

/**
 * Converts an archived value to one the permission allows. Returns undefined if it isn't allowed, so that the default
 * applies. Users who aren't in the archive are dropped; if none is left, no one has the permission.
 */
export function importedPermission(
  writing: ImportContext,
  { name, rule }: { readonly name: string; readonly rule: PermissionRule },
  { given, of }: { readonly given: unknown; readonly of: string },
): GroupSettingValue | undefined {
  const parsed = v.safeParse(groupSettingValueSchema, given);
  const mapped = parsed.success ? withIds(writing, parsed.output) : undefined;
  if (mapped?.isLess || (parsed.success && mapped === undefined)) writing.leftOut(MISSING, `${of}: ${name}`);
  if (parsed.success && mapped === undefined) return undefined;
  const nobody = systemGroupIds(writing.realm)["role:nobody"];
  const value = mapped && normalise(mapped.value, nobody);
  if (value !== undefined && isPossible(writing, value, rule)) return value;
  writing.leftOut(IMPOSSIBLE, `${of}: ${name}`);
  return undefined;
}

function withIds(writing: ImportContext, value: GroupSettingValue) {
  if (typeof value === "number") {
    const group = writing.id("group", value);
    return group === undefined ? undefined : { value: group, isLess: false };
  }
  const direct_members = value.direct_members.flatMap((id) => writing.id("user", id) ?? []);
  const direct_subgroups = value.direct_subgroups.flatMap((id) => writing.id("group", id) ?? []);
  const isLess =
    direct_members.length < value.direct_members.length || direct_subgroups.length < value.direct_subgroups.length;
  return { value: { direct_members, direct_subgroups }, isLess };
}

/** True if a permission can have a value (users-groups-org.md 2). Deactivated users can stay in it. */
function isPossible(writing: ImportContext, value: GroupSettingValue, rule: PermissionRule): boolean {
  if (typeof value === "number") return isPossibleGroup(writing, value, rule);
  return !rule.require_system_group && value.direct_subgroups.every((group) => isPossibleGroup(writing, group, rule));
}

function isPossibleGroup({ realm, noted }: ImportContext, id: number, rule: PermissionRule): boolean {
  const [system] = Object.entries(systemGroupIds(realm)).find(([, group]) => group === id) ?? [];
  if (system !== undefined && isSystemGroupName(system)) return allowsSystemGroup(rule, system);
  return !rule.require_system_group && noted.find(DEACTIVATED_GROUPS, id) === undefined;
}
