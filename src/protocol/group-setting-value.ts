import * as v from "valibot";
import { boundedList } from "./bounded.ts";

/** Who has a permission: one named group, or people and groups of its own (seed 2.1). */
export type GroupSettingValue = number | { direct_members: number[]; direct_subgroups: number[] };

const ids = boundedList(v.pipe(v.number(), v.integer()), "ids");

export const groupSettingValueSchema = v.union([
  v.pipe(v.number(), v.integer()),
  v.strictObject({ direct_members: ids, direct_subgroups: ids }),
]) satisfies v.GenericSchema<unknown, GroupSettingValue>;

/** The same for values that were checked when they were stored: there may be thousands to read. */
export const isGroupSettingValue = (value: unknown): value is GroupSettingValue =>
  Number.isInteger(value) ||
  (typeof value === "object" &&
    value !== null &&
    "direct_members" in value &&
    "direct_subgroups" in value &&
    isListOfIds(value.direct_members) &&
    isListOfIds(value.direct_subgroups));

const isListOfIds = (value: unknown) => Array.isArray(value) && value.every((id) => Number.isInteger(id));

/** How a permission is changed: `old`, if given, must be its present value (seed 4.8). */
export const groupSettingUpdateSchema = v.strictObject({
  new: groupSettingValueSchema,
  old: v.optional(groupSettingValueSchema),
});

export type GroupSettingUpdate = v.InferOutput<typeof groupSettingUpdateSchema>;

/** The one form in which a value is kept: each id once, and a number where one group says it all (users-groups-org.md 2). */
export function normalise(value: GroupSettingValue, nobodyGroupId: number): GroupSettingValue {
  if (typeof value === "number") return value;
  const direct_members = ascending(value.direct_members);
  const direct_subgroups = ascending(value.direct_subgroups);
  const [group = nobodyGroupId] = direct_subgroups;
  if (direct_members.length === 0 && direct_subgroups.length <= 1) return group;
  return { direct_members, direct_subgroups };
}

/** Whether two values name the same groups and people, in whatever order. */
export function sameValue(a: GroupSettingValue, b: GroupSettingValue): boolean {
  if (typeof a === "number" || typeof b === "number") return a === b;
  return sameIds(a.direct_members, b.direct_members) && sameIds(a.direct_subgroups, b.direct_subgroups);
}

/** Whether a value names a person by themselves. */
export const namesUser = (value: GroupSettingValue, user: number): boolean =>
  typeof value !== "number" && value.direct_members.includes(user);

/** The names of those permissions whose value is a group, or names it among others. */
export const permissionsNamingGroup = (permissions: object, group: number): string[] =>
  Object.entries(permissions as Record<string, GroupSettingValue>)
    .filter(([, value]) => (typeof value === "number" ? value === group : value.direct_subgroups.includes(group)))
    .map(([name]) => name);

const ascending = (list: readonly number[]) => [...new Set(list)].sort((a, b) => a - b);

const sameIds = (a: readonly number[], b: readonly number[]) => ascending(a).join() === ascending(b).join();
