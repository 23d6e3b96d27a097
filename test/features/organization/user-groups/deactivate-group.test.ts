import { expect, test } from "vitest";
import { eventsDuring } from "../../../support/events-during.ts";
import { makeGroup } from "../../../support/groups.ts";
import { realm } from "../../../support/organization.ts";
import type { Json } from "../../../support/person.ts";

const names = (groups: Json[]) => groups.map((group) => group.name).filter((name: string) => !name.startsWith("role:"));

test("[register 3] deactivating a group sends an update, or a removal to clients without include_deactivated_groups", async () => {
  const { noah, mia } = await realm();
  const team = await makeGroup(noah, "team", []);
  const old = await mia.queue({ event_types: ["user_group"] });
  const [seen = []] = await eventsDuring([mia], async () => {
    await noah.ok(noah.post(`/user_groups/${team}/deactivate`));
    await noah.ok(noah.patch(`/user_groups/${team}`, { description: "resting" }));
    await noah.ok(noah.patch(`/user_groups/${team}`, { deactivated: true }));
    await noah.ok(noah.patch(`/user_groups/${team}`, { deactivated: false, name: "the team" }));
  });
  expect(seen.map(({ op, data }) => [op, data])).toEqual([
    ["update", { deactivated: true }],
    ["update", { description: "resting" }],
    ["update", { name: "the team", deactivated: false }],
  ]);
  const before = await old.events();
  expect(before.map(({ op }) => op)).toEqual(["remove", "add"]);
  expect(before[1].group).toMatchObject({ id: team, name: "the team", description: "resting", deactivated: false });
});

test("[register 3] clients without include_deactivated_groups get no member events of a deactivated group", async () => {
  const { iris, noah, mia } = await realm();
  const gone = await makeGroup(noah, "gone", [mia]);
  await noah.ok(noah.post(`/user_groups/${gone}/deactivate`));
  const old = await noah.queue({ event_types: ["user_group"] });
  const [seen = []] = await eventsDuring([noah], async () => {
    await iris.ok(iris.delete(`/users/${mia.id}`));
    await iris.ok(iris.post(`/users/${mia.id}/reactivate`));
  });
  const added = (events: Json[]) => events.filter(({ op, group_id }) => op === "add_members" && group_id === gone);
  expect([added(seen).length, added(await old.events()).length]).toEqual([1, 0]);
});

test("[register 4] deactivated groups are listed for clients that ask for them", async () => {
  const { noah, mia } = await realm();
  await noah.ok(noah.post(`/user_groups/${await makeGroup(noah, "gone", [])}/deactivate`));
  await makeGroup(noah, "here", []);
  const list = async (fields: object) => names((await mia.ok(mia.get("/user_groups", { ...fields }))).user_groups);
  expect(await list({})).toEqual(["here"]);
  expect(await list({ include_deactivated_groups: true })).toEqual(["gone", "here"]);
  const state = async (include_deactivated_groups: boolean) => {
    const client_capabilities = { notification_settings_null: true, include_deactivated_groups };
    const fields = { fetch_event_types: ["realm_user_groups"], client_capabilities };
    return names((await mia.ok(mia.post("/register", fields))).realm_user_groups);
  };
  expect([await state(false), await state(true)]).toEqual([["here"], ["gone", "here"]]);
});

test("[2.6] a deactivated group cannot be used or changed, and its name stays taken", async () => {
  const { noah, mia } = await realm();
  const gone = await makeGroup(noah, "gone", []);
  const team = await makeGroup(noah, "team", []);
  await noah.ok(noah.post(`/user_groups/${gone}/deactivate`));
  const msg = async (call: Promise<Json>) => (await call).body.msg;
  const deactivated = "User group is deactivated.";
  expect(await msg(noah.post(`/user_groups/${gone}/deactivate`))).toBe(deactivated);
  expect(await msg(noah.post(`/user_groups/${gone}/members`, { add: [mia.id] }))).toBe(deactivated);
  expect(await msg(noah.post(`/user_groups/${team}/subgroups`, { add: [gone] }))).toBe(deactivated);
  expect(await msg(noah.patch(`/user_groups/${team}`, { can_join_group: { new: gone } }))).toBe(deactivated);
  expect(await msg(noah.post("/user_groups/create", { name: "gone", description: "", members: [] }))).toBe(
    "User group 'gone' already exists.",
  );
});

test("[users 3] a group in use cannot be deactivated, and the error lists its uses", async () => {
  const { iris, noah } = await realm();
  const team = await makeGroup(noah, "team", []);
  const around = await makeGroup(noah, "around", [], { subgroups: [team] });
  const user = await makeGroup(noah, "user", [], {
    can_join_group: team,
    can_manage_group: { direct_members: [noah.id], direct_subgroups: [team] },
  });
  await noah.ok(noah.patch(`/user_groups/${team}`, { can_join_group: { new: team } }));
  const subscriptions = [{ name: "place" }];
  await noah.ok(noah.post("/users/me/subscriptions", { subscriptions, can_send_message_group: team }));
  const { stream_id } = await noah.ok(noah.get("/get_stream_id", { stream: "place" }));
  await iris.ok(
    iris.patch("/realm", { can_create_groups: { new: { direct_members: [noah.id], direct_subgroups: [team] } } }),
  );
  const { status, body } = await noah.post(`/user_groups/${team}/deactivate`);
  expect([status, body.code, body.msg]).toEqual([
    400,
    "CANNOT_DEACTIVATE_GROUP_IN_USE",
    "Cannot deactivate user group in use.",
  ]);
  expect(body.objections).toEqual([
    { type: "subgroup", supergroup_ids: [around] },
    { type: "channel", channel_id: stream_id, settings: ["can_send_message_group"] },
    { type: "user_group", group_id: user, settings: ["can_join_group", "can_manage_group"] },
    { type: "realm", settings: ["can_create_groups"] },
  ]);
});
