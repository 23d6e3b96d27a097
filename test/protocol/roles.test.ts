import * as v from "valibot";
import { describe, expect, it } from "vitest";
import { Role, roleSchema, systemGroupNames, systemGroups, systemGroupsOf } from "../../src/protocol/roles.ts";

describe("roles", () => {
  it.each([
    [Role.owner, true, ["role:owners"]],
    [Role.administrator, true, ["role:administrators"]],
    [Role.moderator, true, ["role:moderators"]],
    [Role.member, true, ["role:members", "role:fullmembers"]],
    [Role.member, false, ["role:members"]],
    [Role.guest, false, ["role:everyone"]],
  ])("role %s (waiting period over: %s) is a direct member of %s", (role, isFullMember, names) => {
    expect(systemGroupsOf(role, isFullMember)).toEqual(names);
  });

  it("are the five values of the protocol", () => {
    expect([100, 200, 300, 400, 500, 600, "100"].filter((value) => v.is(roleSchema, value))).toEqual([
      100, 200, 300, 400, 600,
    ]);
  });

  it("make each system group a subgroup of the next wider one, and role:nobody of none", () => {
    const chain = systemGroupNames.filter((name) => name !== "role:nobody");
    expect(chain.map((name) => systemGroups[name].subgroup)).toEqual([...chain.slice(1), null]);
    expect(systemGroups["role:nobody"]).toMatchObject({ role: null, subgroup: null });
  });
});
