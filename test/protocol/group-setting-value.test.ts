import * as v from "valibot";
import { describe, expect, it } from "vitest";
import {
  type GroupSettingValue,
  groupSettingUpdateSchema,
  groupSettingValueSchema,
  normalise,
  sameValue,
} from "../../src/protocol/group-setting-value.ts";

const NOBODY = 8;
const of = (direct_members: number[], direct_subgroups: number[]) => ({ direct_members, direct_subgroups });

describe("[2.1] group-setting value", () => {
  it.each<[unknown, boolean]>([
    [3, true],
    [of([1], [2]), true],
    [of([], []), true],
    [3.5, false],
    ["3", false],
    [null, false],
    [[3], false],
    [{ direct_members: [1] }, false],
    [of([1.5], []), false],
    [{ ...of([1], [2]), name: "x" }, false],
  ])("schema accepts %j: %s", (value, isValid) => {
    expect(v.is(groupSettingValueSchema, value)).toBe(isValid);
  });

  it.each<[GroupSettingValue, GroupSettingValue]>([
    [3, 3],
    [of([], []), NOBODY],
    [of([], [5]), 5],
    [of([], [5, 5]), 5],
    [of([], [6, 5]), of([], [5, 6])],
    [of([1], []), of([1], [])],
    [of([10, 9, 10], [5]), of([9, 10], [5])],
  ])("normalizes %j to %j", (value, kept) => {
    expect(normalise(value, NOBODY)).toEqual(kept);
  });

  it.each<[GroupSettingValue, GroupSettingValue, boolean]>([
    [3, 3, true],
    [3, 4, false],
    [3, of([], [3]), false],
    [of([1, 2], [3]), of([2, 1], [3]), true],
    [of([1, 2], []), of([1], [2]), false],
    [of([12], []), of([1, 2], []), false],
  ])("treats %j and %j as equal: %s", (a, b, same) => {
    expect(sameValue(a, b)).toBe(same);
    expect(sameValue(b, a)).toBe(same);
  });

  it.each<[unknown, boolean]>([
    [{ new: 3 }, true],
    [{ new: of([1], []), old: 4 }, true],
    [{ old: 4 }, false],
    [3, false],
    [{ new: 3, other: 1 }, false],
  ])("[4.8] update schema accepts %j: %s", (value, isValid) => {
    expect(v.is(groupSettingUpdateSchema, value)).toBe(isValid);
  });
});
