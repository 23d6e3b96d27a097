import * as v from "valibot";
import { reportUnreadable, stored } from "../../../database/stored.ts";
import { type GroupSettingValue, isGroupSettingValue } from "../../../protocol/group-setting-value.ts";
import { defaultPermission, narrowestPermission, type PermissionRule } from "../../../protocol/permission-settings.ts";
import type { SystemGroupIds } from "../../../protocol/roles.ts";

type Table = Readonly<Record<string, { readonly rule: PermissionRule }>>;
type Values<Permissions extends Table> = { readonly [Name in keyof Permissions]: GroupSettingValue };

/**
 * Creates a reader for the permissions of channels or groups, stored as JSON in one column. A permission newer than the
 * row, and so missing from it, gets its default without a creator. An unreadable one gets the narrowest value.
 */
export function storedPermissions<Permissions extends Table>(
  column: string,
  table: Permissions,
): (text: string, key: number | string, groupIds: SystemGroupIds) => Values<Permissions>;
export function storedPermissions(column: string, table: Table) {
  const read = stored(column, v.nullable(v.record(v.string(), v.unknown())), () => null);
  const rules = Object.entries(table).map(([name, { rule }]) => [name, rule] as const);
  return (text: string, key: number | string, groupIds: SystemGroupIds): Record<string, GroupSettingValue> => {
    const found = read(text, key);
    return Object.fromEntries(
      rules.map(([name, rule]) => [
        name,
        found === null
          ? narrowestPermission(rule, groupIds)
          : storedPermission(found[name], rule, { groupIds, column, key: `${key} ${name}` }),
      ]),
    );
  };
}

/** Reads one stored permission. Returns its default if it is missing, the narrowest value if it is unreadable. */
export function storedPermission(
  value: unknown,
  rule: PermissionRule,
  { groupIds, column, key }: { readonly groupIds: SystemGroupIds; readonly column: string; readonly key: string },
): GroupSettingValue {
  if (value === undefined) return defaultPermission(rule, { groupIds, creator: null });
  if (isGroupSettingValue(value)) return value;
  reportUnreadable(column, key, "it is no group-setting value");
  return narrowestPermission(rule, groupIds);
}
