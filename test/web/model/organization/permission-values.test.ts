import { expect, test } from "vitest";
import { realmPermissionNames, realmPermissions } from "../../../../src/protocol/permission-settings.ts";
import { realmSettingNames, realmSettingTable } from "../../../../src/protocol/realm-settings.ts";
import { valueNaming, whoOf } from "../../../../src/web/model/organization/permission-values.ts";
import { isOwnersOnly } from "../../../../src/web/model/people/realm-owners.ts";

test("a permission that one group has is the number of the group", () => {
  expect(valueNaming({ groups: [7], users: [] })).toBe(7);
  expect(whoOf(7)).toEqual({ groups: [7], users: [] });
  for (const value of [
    { direct_members: [1, 2], direct_subgroups: [7] },
    { direct_members: [], direct_subgroups: [] },
  ])
    expect(valueNaming(whoOf(value))).toEqual(value);
});

test("what only owners may change is what the server says", () => {
  const owners = [
    ...realmSettingNames.filter((name) => realmSettingTable[name].mayChange === "owner"),
    ...realmPermissionNames.filter((name) => realmPermissions[name].mayChange === "owner"),
  ];
  const all = [...realmSettingNames, ...realmPermissionNames];
  expect(all.filter(isOwnersOnly).sort()).toEqual(owners.sort());
});
