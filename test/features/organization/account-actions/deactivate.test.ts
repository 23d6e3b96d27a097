import { expect, test } from "vitest";
import { eventsDuring } from "../../../support/events-during.ts";
import { realm } from "../../../support/organization.ts";
import type { Json } from "../../../support/person.ts";

test("[6] a deactivation is announced to all users, followed by the end of the account's subscriptions", async () => {
  const { iris, noah, mia } = await realm();
  await mia.ok(mia.post("/users/me/subscriptions", { subscriptions: [{ name: "mia's" }] }));
  const [seen = []] = await eventsDuring([noah], () => iris.ok(iris.delete(`/users/${mia.id}`)));
  expect(seen[0]).toMatchObject({ type: "realm_user", op: "update", person: { user_id: mia.id, is_active: false } });
  expect(seen.slice(1).map(({ type, op }) => `${type}/${op}`)).toEqual(
    Array(seen.length - 1).fill("subscription/peer_remove"),
  );
  const [back = []] = await eventsDuring([noah], () => iris.ok(iris.post(`/users/${mia.id}/reactivate`)));
  expect(back[0]).toMatchObject({ type: "realm_user", op: "update", person: { user_id: mia.id, is_active: true } });
  const kinds = new Set(back.slice(1).map(({ type, op }) => `${type}/${op}`));
  expect(kinds).toEqual(new Set(["user_group/add_members", "stream/update", "subscription/peer_add"]));
  const { subscriptions } = await mia.ok(mia.get("/users/me/subscriptions"));
  expect(subscriptions.map((channel: Json) => channel.name)).toContain("mia's");
});

test("[conventions 4] requests of a deactivated account get a specific error, and its queues are deleted", async () => {
  const { iris, mia } = await realm();
  const queue = await mia.queue();
  await iris.ok(iris.delete(`/users/${mia.id}`));
  for (const call of [mia.get("/users/me"), mia.post("/register"), mia.get("/events", { queue_id: queue.id })]) {
    const { status, body } = await call;
    expect([status, body.code]).toEqual([401, "USER_DEACTIVATED"]);
  }
  const login = await mia.post("/dev_fetch_api_key", { username: mia.email });
  expect([login.status, login.body.code]).toEqual([401, "USER_DEACTIVATED"]);
  await iris.ok(iris.post(`/users/${mia.id}/reactivate`));
  await mia.ok(mia.get("/users/me"));
  const old = await mia.get("/events", { queue_id: queue.id, last_event_id: -1, dont_block: true });
  expect(old.body.code).toBe("BAD_EVENT_QUEUE_ID");
});

test("[users 4.1] bots are deactivated with their owner, and one reactivated alone belongs to the reactivating user", async () => {
  const { iris, noah, bot } = await realm();
  const helper = await bot(noah);
  await eventsDuring([iris], () => iris.ok(iris.delete(`/users/${noah.id}`)));
  expect((await helper.get("/users/me")).body.code).toBe("USER_DEACTIVATED");
  await eventsDuring([iris], () => iris.ok(iris.post(`/users/${helper.id}/reactivate`)));
  expect((await iris.ok(iris.get(`/users/${helper.id}`))).user).toMatchObject({
    is_active: true,
    bot_owner_id: iris.id,
  });
});

test("[users 1] a deactivated account is hidden in groups and permissions until it is reactivated", async () => {
  const { iris, noah, mia } = await realm();
  const group = { name: "team", description: "", members: [noah.id, mia.id] };
  const { group_id } = await iris.ok(
    iris.post("/user_groups/create", {
      ...group,
      can_manage_group: { direct_members: [iris.id, mia.id], direct_subgroups: [] },
    }),
  );
  const seen = async () => {
    const { user_groups } = await noah.ok(noah.get("/user_groups"));
    const team = user_groups.find((one: Json) => one.id === group_id);
    return [team.members, team.can_manage_group.direct_members];
  };
  expect(await seen()).toEqual([
    [noah.id, mia.id],
    [iris.id, mia.id],
  ]);
  await iris.ok(iris.delete(`/users/${mia.id}`));
  expect(await seen()).toEqual([[noah.id], [iris.id]]);
  expect((await noah.ok(noah.get(`/user_groups/${group_id}/members`))).members).toEqual([noah.id]);
  await iris.ok(iris.post(`/users/${mia.id}/reactivate`));
  expect(await seen()).toEqual([
    [noah.id, mia.id],
    [iris.id, mia.id],
  ]);
});

test("[users 4.1] the last owner cannot be deactivated", async () => {
  const { iris, omar } = await realm();
  const own = await iris.delete("/users/me");
  expect([own.status, own.body]).toEqual([
    400,
    {
      result: "error",
      code: "CANNOT_DEACTIVATE_LAST_USER",
      msg: "Cannot deactivate the only organization owner.",
      is_last_owner: true,
      entity: "organization owner",
    },
  ]);
  expect((await iris.delete(`/users/${iris.id}`)).body.msg).toBe("Cannot deactivate the only organization owner");
  await iris.ok(iris.patch(`/users/${omar.id}`, { role: 100 }));
  await iris.ok(iris.delete("/users/me"));
  expect((await iris.get("/users/me")).body.code).toBe("USER_DEACTIVATED");
});

test("[users 4.1] the last user cannot be deactivated", async () => {
  const { organization } = await import("../../../support/organization.ts");
  const { owner } = await organization();
  expect((await owner.delete("/users/me")).body).toMatchObject({ is_last_owner: true, entity: "user" });
});

test("deactivation is refused for bots, unknown users, and users who are already deactivated", async () => {
  const { iris, noah, mia, bot } = await realm();
  const helper = await bot(noah);
  expect((await iris.delete(`/users/${helper.id}`)).body.msg).toBe("No such user");
  expect((await iris.delete("/users/99999")).body.msg).toBe("No such user");
  expect((await helper.delete("/users/me")).body.msg).toBe("This endpoint does not accept bot requests.");
  await iris.ok(iris.delete(`/users/${mia.id}`));
  expect((await iris.delete(`/users/${mia.id}`)).body.msg).toBe("User is deactivated");
  await iris.ok(iris.post(`/users/${noah.id}/reactivate`));
});

test("[users 1] deactivated members enter and leave the group of full members without an event", async () => {
  const { iris, noah } = await realm();
  await iris.ok(iris.delete(`/users/${noah.id}`));
  await eventsDuring([iris], async () => {
    await iris.ok(iris.patch("/realm", { waiting_period_threshold: 3 }));
    await iris.ok(iris.patch("/realm", { waiting_period_threshold: 0 }));
  });
  await eventsDuring([iris], () => iris.ok(iris.post(`/users/${noah.id}/reactivate`)));
});

test("[users 1] reactivating an account sends the permissions that name it", async () => {
  const { iris, noah, mia } = await realm();
  const named = { new: { direct_members: [noah.id, mia.id], direct_subgroups: [] } };
  await iris.ok(iris.patch("/realm", { can_create_groups: named }));
  await iris.ok(iris.delete(`/users/${noah.id}`));
  const [seen = []] = await eventsDuring([iris], () => iris.ok(iris.post(`/users/${noah.id}/reactivate`)));
  expect(seen).toContainEqual(
    expect.objectContaining({
      type: "realm",
      op: "update_dict",
      data: { can_create_groups: { direct_members: [noah.id, mia.id], direct_subgroups: [] } },
    }),
  );
});
