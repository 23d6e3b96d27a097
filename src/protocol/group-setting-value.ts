import * as v from "valibot";
import { boundedList } from "./bounded.ts";

/** A permission's value: a group id, or a list of users and groups (seed 2.1). */
export type GroupSettingValue = number | { direct_members: number[]; direct_subgroups: number[] };

const ids = boundedList(v.pipe(v.number(), v.integer()), "ids");

export const groupSettingValueSchema = v.union([
  v.pipe(v.number(), v.integer()),
  v.strictObject({ direct_members: ids, direct_subgroups: ids }),
]) satisfies v.GenericSchema<unknown, GroupSettingValue>;

/** A fast check for stored values, which were validated before and may have to be read by the thousands. */
export const isGroupSettingValue = (value: unknown): value is GroupSettingValue =>
  Number.isInteger(value) ||
  (typeof value === "object" &&
    value !== null &&
    "direct_members" in value &&
    "direct_subgroups" in value &&
    isListOfIds(value.direct_members) &&
    isListOfIds(value.direct_subgroups));

const isListOfIds = (value: unknown) => Array.isArray(value) && value.every((id) => Number.isInteger(id));

/** A permission change. If `old` is given and not null, it must be the current value (seed 4.8). */
export const groupSettingUpdateSchema = v.strictObject({
  new: groupSettingValueSchema,
  old: v.optional(v.nullable(groupSettingValueSchema)),
});

export type GroupSettingUpdate = v.InferOutput<typeof groupSettingUpdateSchema>;

/**
 * Returns the stored form of a value: ids without duplicates, and a single group as a number (users-groups-org.md 2).
 */
export function normalise(value: GroupSettingValue, nobodyGroupId: number): GroupSettingValue {
  if (typeof value === "number") return value;
  const direct_members = sortUnique(value.direct_members);
  const direct_subgroups = sortUnique(value.direct_subgroups);
  const [group = nobodyGroupId] = direct_subgroups;
  if (direct_members.length === 0 && direct_subgroups.length <= 1) return group;
  return { direct_members, direct_subgroups };
}

/** True if two values contain the same groups and users, in any order. */
export function sameValue(a: GroupSettingValue, b: GroupSettingValue): boolean {
  if (typeof a === "number" || typeof b === "number") return a === b;
  return sameIds(a.direct_members, b.direct_members) && sameIds(a.direct_subgroups, b.direct_subgroups);
}

export const namesUser = (value: GroupSettingValue, user: number): boolean =>
  typeof value !== "number" && value.direct_members.includes(user);

export const permissionsNamingGroup = (permissions: object, group: number): string[] =>
  Object.entries(permissions as Record<string, GroupSettingValue>)
    .filter(([, value]) => (typeof value === "number" ? value === group : value.direct_subgroups.includes(group)))
    .map(([name]) => name);

const sortUnique = (list: readonly number[]) => [...new Set(list)].sort((a, b) => a - b);

const sameIds = (a: readonly number[], b: readonly number[]) => sortUnique(a).join() === sortUnique(b).join();
