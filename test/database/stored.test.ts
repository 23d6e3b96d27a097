import * as v from "valibot";
import { describe, expect, test } from "vitest";
import { stored, storedAnything } from "../../src/database/stored.ts";
import { storedPermissions } from "../../src/features/organization/user-groups/user-groups.ts";
import { channelPermissions } from "../../src/protocol/permission-settings.ts";
import type { SystemGroupIds } from "../../src/protocol/roles.ts";
import { column, withDefaults } from "../../src/protocol/setting-table.ts";
import { userSettingTable } from "../../src/protocol/user-settings.ts";
import { logLines } from "../support/log-lines.ts";

const EVENT = "stored_value_unreadable";

describe("stored()", () => {
  const read = stored("things.data", v.object({ size: v.optional(v.number(), 1) }), () => ({ size: 0 }));

  test("returns the default for a field that an older program did not write", () => {
    const lines = logLines();
    expect(read("{}")).toEqual({ size: 1 });
    expect(lines.texts).toEqual([]);
  });

  test("drops a field that only a newer program knows", () =>
    expect(read('{"size": 2, "weight": 3}')).toEqual({ size: 2 }));

  test("reports an unreadable value once, and returns the replacement", () => {
    const lines = logLines();
    for (const text of ['{"size": "big"}', '{"size": "big"}']) expect(read(text, 7)).toEqual({ size: 0 });
    expect(read("[", 8)).toEqual({ size: 0 });
    expect(lines.of(EVENT)).toMatchObject([
      { column: "things.data", key: 7, problem: "size is not number" },
      { column: "things.data", key: 8, problem: "it is not JSON" },
    ]);
  });

  test("reports invalid JSON even without a schema", () => {
    const lines = logLines();
    expect(storedAnything("things.any")("{", 1)).toBeUndefined();
    expect(lines.of(EVENT)).toHaveLength(1);
  });
});

describe("storedPermissions()", () => {
  const { can_send_message_group, can_subscribe_group } = channelPermissions;
  const table = { can_send_message_group, can_subscribe_group, can_sing_group: can_send_message_group };
  const groupIds = { "role:everyone": 2, "role:owners": 7, "role:nobody": 8 } as SystemGroupIds;
  const read = storedPermissions("choirs.permissions", table);

  test("returns the default for a permission that was added later", () => {
    const lines = logLines();
    const permissions = { can_send_message_group: 3, can_subscribe_group: 4, can_dance_group: 5 };
    expect(read(JSON.stringify(permissions), 1, groupIds)).toEqual({
      can_send_message_group: 3,
      can_subscribe_group: 4,
      can_sing_group: 2,
    });
    expect(lines.texts).toEqual([]);
  });

  test("denies an unreadable permission, and all permissions of an unreadable column, to everyone", () => {
    const lines = logLines();
    const permissions = { can_send_message_group: "all", can_subscribe_group: { direct_members: [1] } };
    expect(read(JSON.stringify(permissions), 2, groupIds)).toEqual({
      can_send_message_group: 8,
      can_subscribe_group: 8,
      can_sing_group: 2,
    });
    expect(read("?", 3, groupIds)).toEqual({ can_send_message_group: 8, can_subscribe_group: 8, can_sing_group: 8 });
    expect(lines.of(EVENT).map(({ key }) => key)).toEqual(["2 can_send_message_group", "2 can_subscribe_group", 3]);
  });

  test("limits an unreadable permission to owners if it cannot be denied to everyone", () => {
    const manners = { can_manage: { rule: { ...can_send_message_group.rule, allow_nobody_group: false } } };
    expect(storedPermissions("manners", manners)('{"can_manage":[]}', 1, groupIds)).toEqual({ can_manage: 7 });
  });
});

describe("withDefaults()", () => {
  const table = { ...userSettingTable, sings: { ...userSettingTable.enter_sends, default: true } };

  test("returns the default for a setting that was added later, and omits unknown ones", () => {
    const values = withDefaults(table, { enter_sends: true, dances: true });
    expect(values).toEqual({ ...column(table, "default"), enter_sends: true });
  });

  test("replaces an invalid stored value with the default, and reports it", () => {
    const told: string[] = [];
    expect(withDefaults(table, { color_scheme: 9 }, (name) => told.push(name)).color_scheme).toBe(1);
    expect(told).toEqual(["color_scheme"]);
  });
});
