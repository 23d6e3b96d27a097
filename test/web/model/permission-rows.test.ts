import { expect, test } from "vitest";
import { realmPermissionNames } from "../../../src/protocol/permission-settings.ts";
import { LEFT_PERMISSIONS, PERMISSION_ROWS } from "../../../src/web/views/settings/organization/permission-rows.ts";
import { organizationPermissionsWords } from "../../../src/web/words/settings/organization/organization-permissions.ts";

const rows = Object.values(PERMISSION_ROWS).flat();

test("each permission of the organization has one row, or a reason for having none", () => {
  const shown = rows.filter(({ kind }) => kind === "who").map(({ name }) => name as string);
  expect(new Set(shown).size).toBe(shown.length);
  expect([...shown, ...Object.keys(LEFT_PERMISSIONS)].sort()).toEqual([...realmPermissionNames].sort());
});

test("each permission row has a distinct label", () => {
  const labels = rows.map(({ name }) => organizationPermissionsWords().rows[name]);
  expect(new Set(labels).size).toBe(labels.length);
});
