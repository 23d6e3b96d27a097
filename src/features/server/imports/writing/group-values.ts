import { ApiError } from "../../../../protocol/errors.ts";
import type { GroupSettingValue } from "../../../../protocol/group-setting-value.ts";
import { defaultPermission, type PermissionRule } from "../../../../protocol/permission-settings.ts";
import { checkPermissionValue, systemGroupIds } from "../../../organization/groups/public.ts";
import type { Writing } from "./writing.ts";

type ArchivePermissions = Readonly<Record<string, GroupSettingValue>>;
type Rules = Readonly<Record<string, { readonly rule: PermissionRule }>>;

/** The values of the permissions of a table: those of the archive with the organization's ids, and defaults for others. */
export function permissionsOf<Table extends Rules>(
  writing: Writing,
  { table, of, creator }: { readonly table: Table; readonly of: ArchivePermissions; readonly creator: number | null },
): { readonly [Name in keyof Table]: GroupSettingValue };
export function permissionsOf(
  writing: Writing,
  { table, of, creator }: { readonly table: Rules; readonly of: ArchivePermissions; readonly creator: number | null },
): Record<string, GroupSettingValue> {
  const groupIds = systemGroupIds(writing.realm);
  return Object.fromEntries(
    Object.entries(table).map(([name, { rule }]) => {
      const value = of[name] === undefined ? undefined : permissionOf(writing, { name, rule }, of[name]);
      return [name, value ?? defaultPermission(rule, { groupIds, creator })];
    }),
  );
}

/** A value of the archive as the permission may have it; undefined where it may not, or nothing of it was imported. */
export function permissionOf(
  writing: Writing,
  setting: { readonly name: string; readonly rule: PermissionRule },
  value: GroupSettingValue,
): GroupSettingValue | undefined {
  const mapped = withIds(writing, value);
  if (mapped === undefined) return undefined;
  try {
    return checkPermissionValue(writing.realm, mapped, setting);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    writing.leftOut("permissions that cannot have such a value", setting.name);
    return undefined;
  }
}

function withIds(writing: Writing, value: GroupSettingValue): GroupSettingValue | undefined {
  if (typeof value === "number") return writing.id("group", value);
  const direct_members = value.direct_members.flatMap((id) => writing.id("user", id) ?? []);
  const direct_subgroups = value.direct_subgroups.flatMap((id) => writing.id("group", id) ?? []);
  const isEmptied = direct_members.length + direct_subgroups.length === 0;
  const wasEmpty = value.direct_members.length + value.direct_subgroups.length === 0;
  return isEmptied && !wasEmpty ? undefined : { direct_members, direct_subgroups };
}
