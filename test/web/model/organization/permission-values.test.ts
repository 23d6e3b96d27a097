import { expect, test } from "vitest";
import { valueNaming, whoOf } from "../../../../src/web/model/organization/permission-values.ts";

test("a permission of one group is encoded as the group's number", () => {
  expect(valueNaming({ groups: [7], users: [] })).toBe(7);
  expect(whoOf(7)).toEqual({ groups: [7], users: [] });
  for (const value of [
    { direct_members: [1, 2], direct_subgroups: [7] },
    { direct_members: [], direct_subgroups: [] },
  ])
    expect(valueNaming(whoOf(value))).toEqual(value);
});
