import { expect, test } from "vitest";
import { eventsDuring } from "../../../support/events-during.ts";
import { makeGroup } from "../../../support/groups.ts";
import { notesTo } from "../../../support/messages.ts";
import { realm, shared } from "../../../support/organization.ts";
import type { Fields, Json, Person } from "../../../support/person.ts";

const GROUP_KEYS = [
  "can_add_members_group",
  "can_join_group",
  "can_leave_group",
  "can_manage_group",
  "can_mention_group",
  "can_remove_members_group",
  "creator_id",
  "date_created",
  "deactivated",
  "description",
  "direct_subgroup_ids",
  "id",
  "is_system_group",
  "members",
  "name",
];

const groupsOf = async (who: Person): Promise<Json[]> => (await who.ok(who.get("/user_groups"))).user_groups;
const named = async (who: Person, name: string): Promise<Json> =>
  (await groupsOf(who)).find((group) => group.name === name);

test("[users 1] the system groups contain each other in the order of roles, and cannot be changed", async () => {
  const { iris, omar, mona, noah, mia, gus } = await realm();
  const groups = await groupsOf(noah);
  const byName = Object.fromEntries(groups.map((group) => [group.name, group]));
  const inside = (name: string) =>
    byName[name].direct_subgroup_ids.map((id: number) => groups.find((group) => group.id === id)?.name);
  expect(Object.keys(byName)).toEqual([
    "role:internet",
    "role:everyone",
    "role:members",
    "role:fullmembers",
    "role:moderators",
    "role:administrators",
    "role:owners",
    "role:nobody",
  ]);
  expect(Object.keys(byName).map((name) => inside(name)[0])).toEqual([
    ...Object.keys(byName).slice(1, 7),
    undefined,
    undefined,
  ]);
  expect(groups.map((group) => group.members)).toEqual([
    [],
    [gus.id],
    [noah.id, mia.id],
    [noah.id, mia.id],
    [mona.id],
    [omar.id],
    [iris.id],
    [],
  ]);
  for (const group of groups) {
    expect(Object.keys(group).sort()).toEqual(GROUP_KEYS);
    expect(group).toMatchObject({
      is_system_group: true,
      deactivated: false,
      can_manage_group: byName["role:nobody"].id,
    });
    for (const call of [
      iris.patch(`/user_groups/${group.id}`, { description: "ours" }),
      iris.post(`/user_groups/${group.id}/members`, { add: [noah.id] }),
      iris.post(`/user_groups/${group.id}/subgroups`, { delete: [1] }),
      iris.post(`/user_groups/${group.id}/deactivate`),
    ]) {
      expect((await call).body.msg).toBe("Insufficient permission");
    }
  }
});

test("[4.15] a group is created with the default permissions", async () => {
  const { noah, mia, gus } = await realm();
  const [seen = []] = await eventsDuring([gus], () => makeGroup(noah, "team", [mia], { description: "Our team" }));
  const { "role:nobody": nobody, "role:everyone": everybody } = Object.fromEntries(
    (await groupsOf(mia)).map((group) => [group.name, group.id]),
  );
  const creator = { direct_members: [noah.id], direct_subgroups: [] };
  expect(seen).toMatchObject([
    {
      type: "user_group",
      op: "add",
      group: {
        id: expect.any(Number),
        name: "team",
        description: "Our team",
        creator_id: noah.id,
        date_created: expect.any(Number),
        is_system_group: false,
        members: [mia.id],
        direct_subgroup_ids: [],
        deactivated: false,
        can_add_members_group: creator,
        can_join_group: nobody,
        can_leave_group: everybody,
        can_manage_group: creator,
        can_mention_group: everybody,
        can_remove_members_group: nobody,
      },
    },
  ]);
});

test("[4.15] a group is created with subgroups, and permission values are normalized", async () => {
  const { noah, mia } = await realm();
  const inner = await makeGroup(noah, "inner", [mia]);
  const wanted = { direct_members: [mia.id, noah.id, mia.id], direct_subgroups: [inner] };
  const outer = await makeGroup(noah, "outer", [], {
    subgroups: [inner],
    can_join_group: { direct_members: [], direct_subgroups: [inner] },
    can_leave_group: { direct_members: [], direct_subgroups: [] },
    can_manage_group: wanted,
  });
  const nobody = (await named(mia, "role:nobody")).id;
  expect(await named(mia, "outer")).toMatchObject({
    id: outer,
    direct_subgroup_ids: [inner],
    can_join_group: inner,
    can_leave_group: nobody,
    can_manage_group: { direct_members: [noah.id, mia.id], direct_subgroups: [inner] },
  });
});

const withTaken = shared(async () => {
  const cast = await realm();
  await makeGroup(cast.noah, "taken", []);
  return cast;
});

test.each([
  [{ name: "" }, "User group name can't be empty!"],
  [{ name: "  " }, "User group name can't be empty!"],
  [{ name: "x".repeat(101) }, "User group name cannot exceed 100 characters."],
  [{ name: "@team" }, "User group name cannot start with '@'."],
  [{ name: "role:team" }, "User group name cannot start with 'role:'."],
  [{ name: "user:team" }, "User group name cannot start with 'user:'."],
  [{ name: "stream:team" }, "User group name cannot start with 'stream:'."],
  [{ name: "channel:team" }, "User group name cannot start with 'channel:'."],
  [{ name: "taken" }, "User group 'taken' already exists."],
  [{ members: [99999] }, "Invalid user ID: 99999"],
  [{ subgroups: [99999] }, "Invalid user group ID: 99999"],
  [{ can_manage_group: 99999 }, "Invalid user group ID: 99999"],
  [{ can_manage_group: { direct_members: [99999], direct_subgroups: [] } }, "Invalid user ID: 99999"],
  [{ members: undefined }, "Missing 'members' argument"],
  [{ can_join_group: { members: [] } }, 'can_join_group["direct_members"] field is missing: Field required'],
])("[4.15] creating a group with %j is refused", async (wrong, msg) => {
  const { noah } = await withTaken();
  const { status, body } = await noah.post("/user_groups/create", {
    name: "t",
    description: "",
    members: [],
    ...wrong,
  });
  expect([status, body.code, body.msg]).toEqual([400, expect.any(String), msg]);
});

test("[users 3] group names are case-sensitive", async () => {
  const { noah } = await realm();
  await makeGroup(noah, "Team", []);
  await makeGroup(noah, "team", []);
});

test.each([
  ["can_manage_group", "role:everyone"],
  ["can_manage_group", "role:internet"],
  ["can_join_group", "role:everyone"],
  ["can_add_members_group", "role:everyone"],
  ["can_remove_members_group", "role:internet"],
  ["can_mention_group", "role:internet"],
  ["can_mention_group", "role:owners"],
])("[2.6] the group permission %s cannot be set to %s", async (setting, group) => {
  const { noah } = await withTaken();
  const id = (await named(noah, group)).id;
  const fields = { name: "t", description: "", members: [], [setting]: id };
  const { body } = await noah.post("/user_groups/create", fields);
  expect(body.msg).toBe(`'${setting}' setting cannot be set to '${group}' group.`);
});

test("[4.8] a request that makes several changes to a group sends one event, without unchanged fields", async () => {
  const { noah, mia, gus } = await realm();
  const team = await makeGroup(noah, "team", []);
  const admins = (await named(noah, "role:administrators")).id;
  const before = { direct_members: [noah.id], direct_subgroups: [] };
  const [seen = []] = await eventsDuring([gus], () =>
    noah.ok(
      noah.patch(`/user_groups/${team}`, {
        name: "the team",
        description: "",
        can_add_members_group: { new: admins, old: before },
        can_manage_group: { new: before },
      }),
    ),
  );
  expect(seen).toMatchObject([
    { type: "user_group", op: "update", group_id: team, data: { name: "the team", can_add_members_group: admins } },
  ]);
  expect(Object.keys(seen[0].data).sort()).toEqual(["can_add_members_group", "name"]);
  const stale = await noah.patch(`/user_groups/${team}`, { can_add_members_group: { new: before, old: before } });
  expect(stale.body.code).toBe("EXPECTATION_MISMATCH");
  expect((await noah.patch(`/user_groups/${team}`)).body.msg).toBe("No new data supplied");
  expect((await noah.patch("/user_groups/99999", { name: "x" })).body.msg).toBe("Invalid user group");
  expect((await mia.patch(`/user_groups/${team}`, { name: "x" })).body.msg).toBe("Insufficient permission");
});

test("[4.8] the expected old value of a group permission can omit deactivated users", async () => {
  const { iris, noah, mia } = await realm();
  const both = { direct_members: [noah.id, mia.id], direct_subgroups: [] };
  const team = await makeGroup(noah, "team", [], { can_manage_group: both });
  await iris.ok(iris.delete(`/users/${mia.id}`));
  const seen = { direct_members: [noah.id], direct_subgroups: [] };
  await noah.ok(noah.patch(`/user_groups/${team}`, { can_manage_group: { new: seen, old: seen } }));
  const nobody = (await named(noah, "role:nobody")).id;
  await iris.ok(iris.patch(`/user_groups/${team}`, { can_manage_group: { new: nobody, old: seen } }));
});

test("[users 3] group members are added and removed, and the notification bot messages each of them", async () => {
  const { noah, mia, gus, bot } = await realm();
  const helper = await bot(noah);
  const team = await makeGroup(noah, "team", []);
  const [seen = []] = await eventsDuring([gus], async () => {
    await noah.ok(noah.post(`/user_groups/${team}/members`, { add: [mia.id, noah.id, helper.id] }));
    await noah.ok(noah.post(`/user_groups/${team}/members`, { delete: [mia.id] }));
  });
  expect(seen).toMatchObject([
    { type: "user_group", op: "add_members", group_id: team, user_ids: [noah.id, mia.id, helper.id] },
    { type: "user_group", op: "remove_members", group_id: team, user_ids: [mia.id] },
  ]);
  expect(await notesTo(mia)).toEqual([
    `@_**Noah Example|${noah.id}** added you to the group @_*team*.`,
    `@_**Noah Example|${noah.id}** removed you from the group @_*team*.`,
  ]);
});

test.each([
  ["members", { add: "mia" }, (id: number) => `User ${id} is already a member of this group`],
  ["members", { delete: "gus" }, (id: number) => `There is no member '${id}' in this user group`],
] as const)("[users 3] changing a group's %s by %j is refused", async (what, change, msg) => {
  const cast = await realm();
  const { noah, mia } = cast;
  const team = await makeGroup(noah, "team", [mia]);
  const [[op = "", name = "mia"] = []] = Object.entries(change);
  const { id } = cast[name as "mia" | "gus"];
  expect((await noah.post(`/user_groups/${team}/${what}`, { [op]: [id] })).body.msg).toBe(msg(id));
});

test("[users 3] a group request that is partly refused changes nothing", async () => {
  const { iris, noah, mia, gus } = await realm();
  const team = await makeGroup(noah, "team", [mia]);
  const url = `/user_groups/${team}/members`;
  const [seen = []] = await eventsDuring([iris], async () => {
    expect((await noah.post(url, { add: [noah.id, 99999] })).body.msg).toBe("Invalid user ID: 99999");
    expect((await noah.post(url, { add: [noah.id], delete: [gus.id] })).status).toBe(400);
    expect((await noah.post(url)).body.code).toBe("BAD_REQUEST");
  });
  expect(seen).toEqual([]);
  await iris.ok(iris.delete(`/users/${gus.id}`));
  expect((await noah.post(url, { add: [gus.id] })).body.msg).toBe("User is deactivated");
});

test("[users 3] subgroups are added and removed, but a group cannot contain itself", async () => {
  const { noah, mia, gus } = await realm();
  const inner = await makeGroup(noah, "inner", [mia]);
  const middle = await makeGroup(noah, "middle", [noah]);
  const outer = await makeGroup(noah, "outer", [gus]);
  const subgroups = (group: number, change: Fields) => noah.post(`/user_groups/${group}/subgroups`, change);
  const [seen = []] = await eventsDuring([gus], async () => {
    await noah.ok(subgroups(middle, { add: [inner] }));
    await noah.ok(noah.post(`/user_groups/${outer}/members`, { add_subgroups: [middle] }));
  });
  expect(seen).toMatchObject([
    { op: "add_subgroups", group_id: middle, direct_subgroup_ids: [inner] },
    { op: "add_subgroups", group_id: outer, direct_subgroup_ids: [middle] },
  ]);
  const refused = async (group: number, change: Fields) => (await subgroups(group, change)).body.msg;
  expect(await refused(middle, { add: [inner] })).toBe(`User group ${inner} is already a subgroup of this group.`);
  expect(await refused(outer, { delete: [inner] })).toBe(`User group ${inner} is not a subgroup of this group.`);
  for (const around of [outer, inner]) {
    expect(await refused(inner, { add: [around] })).toBe(
      `User group ${inner} is already a subgroup of one of the passed subgroups.`,
    );
  }
  expect(await refused(inner, { add: [99999] })).toBe("Invalid user group ID: 99999");

  const get = async (path: string, fields: Fields = {}) => mia.ok(mia.get(`/user_groups/${outer}/${path}`, fields));
  expect((await get("members")).members).toEqual([noah.id, mia.id, gus.id]);
  expect((await get("members", { direct_member_only: true })).members).toEqual([gus.id]);
  expect((await get("subgroups")).subgroups).toEqual([inner, middle]);
  expect((await get("subgroups", { direct_subgroup_only: true })).subgroups).toEqual([middle]);
  expect((await get(`members/${mia.id}`)).is_user_group_member).toBe(true);
  expect((await get(`members/${mia.id}`, { direct_member_only: true })).is_user_group_member).toBe(false);
  expect((await mia.get(`/user_groups/${outer}/members/99999`)).body.msg).toBe("No such user");
  expect((await mia.get("/user_groups/99999/members")).body.msg).toBe("Invalid user group");
});

test("[channels 1] joining and leaving a group shows and hides private channels that the group can join", async () => {
  const { noah, mia } = await realm();
  const team = await makeGroup(noah, "team", []);
  const name = "secret";
  await noah.ok(
    noah.post("/users/me/subscriptions", { subscriptions: [{ name }], invite_only: true, can_subscribe_group: team }),
  );
  const change = (fields: Fields) => () => noah.ok(noah.post(`/user_groups/${team}/members`, fields));
  const kinds = (events: Json[]) => events.map(({ type, op }) => `${type}/${op}`);
  const [joined = []] = await eventsDuring([mia], change({ add: [mia.id] }));
  expect(kinds(joined)).toEqual(expect.arrayContaining(["stream/create", "subscription/peer_add"]));
  const [left = []] = await eventsDuring([mia], change({ delete: [mia.id] }));
  expect(kinds(left)).toContain("stream/delete");
});
