import { expect, test } from "vitest";
import { eventsDuring } from "../../../support/events-during.ts";
import { groupIds, makeGroup } from "../../../support/groups.ts";
import type { Json } from "../../../support/json.ts";
import { makeConnection } from "./connection.ts";
import { Okta } from "./okta.ts";
import { idsOf, refusal, resource, type ScimClient, URN } from "./scim-client.ts";
import { fill, groupOf, scimStand, stand } from "./stand.ts";

const make = (scim: ScimClient, displayName: string, members: Json[] = []) =>
  resource(scim.post("/Groups", { schemas: [URN.group], displayName, members }));
const user = ({ id }: { id: number }) => ({ value: String(id), type: "User" });

test("a group accepts 5,000 members in one change, and rejects a longer list completely", {
  tags: "nightly",
}, async () => {
  const { scim, iris, noah } = await scimStand();
  const ids = await fill(iris, 5001);
  const { id } = await make(scim, "Large");
  const add = (members: string[]) =>
    scim.patch(`/Groups/${id}`, { op: "add", path: "members", value: members.map((value) => ({ value })) });
  const { status } = await add(ids);
  expect([400, 413]).toContain(status);
  expect((await groupOf(noah, id)).members).toEqual([]);
  await resource(add(ids.slice(0, 5000)));
  expect((await groupOf(noah, id)).members).toEqual(ids.slice(0, 5000).map(Number));
});

test("a group of two groups contains the members of both, and never itself, even indirectly", async () => {
  const { scim, noah, mia } = await scimStand();
  const inner = await make(scim, "Inner", [user(noah)]);
  const outer = await make(scim, "Outer", [user(mia), { value: inner.id, type: "Group" }]);
  const outermost = await make(scim, "Outermost", [{ value: outer.id, type: "Group" }]);
  expect(outer.members).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ value: String(mia.id), type: "User" }),
      expect.objectContaining({ value: inner.id, type: "Group" }),
    ]),
  );
  expect((await groupOf(noah, outer.id)).direct_subgroup_ids).toEqual([Number(inner.id)]);
  for (const [at, of] of [
    [inner, inner],
    [inner, outer],
    [inner, outermost],
  ]) {
    const value = [{ value: of.id, type: "Group" }];
    const [status] = await refusal(scim.patch(`/Groups/${at.id}`, { op: "add", path: "members", value }));
    expect(status).toBe(400);
  }
  expect((await groupOf(noah, inner.id)).direct_subgroup_ids).toEqual([]);
  await resource(scim.patch(`/Groups/${outer.id}`, { op: "remove", path: `members[value eq "${inner.id}"]` }));
  expect((await groupOf(noah, outer.id)).direct_subgroup_ids).toEqual([]);
});

test("a member without a type is an account, even if a group has the same number", async () => {
  const { scim, noah, mia } = await scimStand();
  let last = await make(scim, "Group 0");
  for (let i = 1; Number(last.id) < noah.id; i += 1) last = await make(scim, `Group ${i}`);
  const { id } = await make(scim, "Team");
  await resource(scim.patch(`/Groups/${id}`, { op: "add", path: "members", value: [{ value: String(noah.id) }] }));
  expect(await groupOf(mia, id)).toMatchObject({ members: [noah.id], direct_subgroup_ids: [] });
});

test("a change with unknown members, bots or system groups is rejected completely", async () => {
  const { scim, iris, noah, bot } = await scimStand();
  const helper = await bot(noah);
  const everyone = (await groupIds(iris))["role:everyone"];
  const { id } = await make(scim, "Team");
  for (const wrong of [
    { value: "999999" },
    { value: `0${noah.id}` },
    { value: String(helper.id) },
    { value: String(everyone), type: "Group" },
    { value: "" },
    { value: null },
    {},
    "x",
  ]) {
    const value = [user(noah), wrong];
    const [status] = await refusal(scim.patch(`/Groups/${id}`, { op: "add", path: "members", value }));
    expect([JSON.stringify(wrong), status]).toEqual([JSON.stringify(wrong), 400]);
  }
  expect((await groupOf(iris, id)).members).toEqual([]);
});

test("system groups and groups created by users are invisible to the directory", async () => {
  const { scim, iris, noah } = await scimStand();
  const system = (await groupIds(iris))["role:everyone"];
  const group_id = await makeGroup(noah, "own", []);
  expect((await resource(scim.get("/Groups"))).totalResults).toBe(0);
  for (const id of [system, group_id]) {
    expect((await scim.get(`/Groups/${id}`)).status).toBe(404);
    expect((await scim.delete(`/Groups/${id}`)).status).toBe(404);
    expect((await scim.put(`/Groups/${id}`, { schemas: [URN.group], displayName: "x" })).status).toBe(404);
    expect((await scim.patch(`/Groups/${id}`, { op: "replace", path: "displayName", value: "x" })).status).toBe(404);
  }
  expect((await groupOf(iris, String(group_id))).name).toBe("own");
});

test("a group name in use is rejected with 409, ignoring case, by POST, PUT and PATCH", async () => {
  const { scim, iris, noah } = await scimStand();
  await noah.ok(noah.post("/user_groups/create", { name: "engineering", description: "", members: [] }));
  const { id } = await make(scim, "Sales");
  for (const displayName of ["engineering", "Engineering", "SALES"]) {
    expect(await refusal(scim.post("/Groups", { schemas: [URN.group], displayName }))).toEqual([409, "uniqueness"]);
  }
  const { id: other } = await make(scim, "Support");
  for (const displayName of ["Engineering", "sales"]) {
    expect(await refusal(scim.put(`/Groups/${other}`, { schemas: [URN.group], displayName }))).toEqual([
      409,
      "uniqueness",
    ]);
    const patch = scim.patch(`/Groups/${other}`, { op: "replace", path: "displayName", value: displayName });
    expect(await refusal(patch)).toEqual([409, "uniqueness"]);
  }
  expect((await groupOf(iris, other)).name).toBe("Support");
  await resource(scim.patch(`/Groups/${id}`, { op: "replace", path: "displayName", value: "SALES" }));
  expect((await groupOf(iris, id)).name).toBe("SALES");
});

test("a group needs a name of at most 100 characters, in any script", async () => {
  const { scim, iris } = await scimStand();
  for (const displayName of ["", "  ", "a".repeat(101), null, 5, undefined]) {
    const [status] = await refusal(scim.post("/Groups", { schemas: [URN.group], displayName }));
    expect([displayName, status]).toEqual([displayName, 400]);
  }
  for (const name of ["a".repeat(100), "Ärzte & Co. (Süd)", "部門 一", "الفريق", 'say "hi"', "role-like: x"]) {
    const { id } = await make(scim, name);
    expect((await groupOf(iris, id)).name).toBe(name);
    const quoted = JSON.stringify(name);
    expect(idsOf((await scim.filter("Groups", `displayName eq ${quoted}`)).body)).toEqual([id]);
  }
});

test("users can't change or deactivate a directory's group, but can use it in permissions", async () => {
  const { scim, iris, noah, mia } = await scimStand();
  const { id } = await make(scim, "Team", [user(noah)]);
  const changes = [
    iris.patch(`/user_groups/${id}`, { name: "mine" }),
    iris.post(`/user_groups/${id}/members`, { add: [mia.id] }),
    iris.post(`/user_groups/${id}/members`, { delete: [noah.id] }),
    noah.post(`/user_groups/${id}/members`, { delete: [noah.id] }),
    iris.post(`/user_groups/${id}/subgroups`, { add: [1] }),
    iris.post(`/user_groups/${id}/deactivate`),
  ];
  for (const change of await Promise.all(changes)) expect([change.status, change.body.result]).toEqual([400, "error"]);
  expect(await groupOf(iris, id)).toMatchObject({ name: "Team", members: [noah.id], deactivated: false });
  await iris.ok(iris.patch("/realm", { can_create_groups: { new: Number(id) } }));
});

test("a group used in a permission is emptied when the directory deletes it, and stays empty", async () => {
  const { scim, iris, noah, mia } = await scimStand();
  const { id } = await make(scim, "Makers", [user(noah), user(mia)]);
  await iris.ok(iris.patch("/realm", { can_create_groups: { new: Number(id) } }));
  await noah.ok(noah.post("/user_groups/create", { name: "by noah", description: "", members: [] }));
  await eventsDuring([iris, noah], async () => {
    expect((await scim.delete(`/Groups/${id}`)).status).toBe(204);
  });
  expect((await groupOf(iris, id)).members).toEqual([]);
  expect((await scim.get(`/Groups/${id}`)).status).toBe(404);
  const refused = await noah.post("/user_groups/create", { name: "again", description: "", members: [] });
  expect(refused.status).toBe(400);
});

test("two connections can neither see nor change each other's groups", async () => {
  const { iris, noah, connection } = await stand();
  const [one, other] = [new Okta(connection), new Okta(await makeConnection(iris))];
  const team = await one.pushGroup("Team", []);
  expect((await resource(other.get("/Groups"))).totalResults).toBe(0);
  expect((await resource(other.filter("Groups", 'displayName eq "Team"'))).totalResults).toBe(0);
  expect((await other.get(`/Groups/${team.id}`)).status).toBe(404);
  expect((await other.rename(team.id, "Taken")).status).toBe(404);
  expect((await other.pushMembers(team.id, [{ id: String(noah.id) }])).status).toBe(404);
  expect((await other.unlink(team.id)).status).toBe(404);
  const own = other.post("/Groups", { schemas: [URN.group], displayName: "team" });
  expect(await refusal(own)).toEqual([409, "uniqueness"]);
  const mixed = other.post("/Groups", {
    schemas: [URN.group],
    displayName: "Around",
    members: [{ value: team.id, type: "Group" }],
  });
  expect((await refusal(mixed))[0]).toBe(400);
  expect(await groupOf(iris, team.id)).toMatchObject({ name: "Team", members: [] });
});
