import { expect, test } from "vitest";
import { eventsDuring } from "../../../support/events-during.ts";
import { changeUser } from "../../../support/log-in.ts";
import { mailsTo } from "../../../support/mail.ts";
import { realm } from "../../../support/organization.ts";
import type { Json } from "../../../support/person.ts";

const groupNames = async (by: Json, id: number) => {
  const { user_groups } = await by.ok(by.get("/user_groups"));
  return user_groups.filter((group: Json) => group.members.includes(id)).map((group: Json) => group.name);
};

test.each([
  [100, ["role:owners"]],
  [200, ["role:administrators"]],
  [300, ["role:moderators"]],
  [400, ["role:members", "role:fullmembers"]],
  [600, ["role:everyone"]],
])("[users 1] a user with role %i is a direct member of %j", async (role, groups) => {
  const { iris, mona } = await realm();
  await eventsDuring([iris, mona], () => iris.ok(iris.patch(`/users/${mona.id}`, { role })));
  expect((await groupNames(iris, mona.id)).sort()).toEqual([...groups].sort());
  expect((await iris.ok(iris.get(`/users/${mona.id}`))).user.role).toBe(role);
});

test("[register 6] the event of a role change is sent before the events that result from it", async () => {
  const { iris, noah, mia } = await realm();
  const [seen = []] = await eventsDuring([noah], () => iris.ok(iris.patch(`/users/${mia.id}`, { role: 300 })));
  expect(seen.map(({ type, op }) => `${type}/${op}`)).toEqual([
    "realm_user/update",
    "user_group/remove_members",
    "user_group/remove_members",
    "user_group/add_members",
  ]);
  expect(seen[0].person).toEqual({ user_id: mia.id, role: 300 });
});

test("[channels 1] a user who becomes a guest loses unsubscribed channels, and regains them with the former role", async () => {
  const { iris, mia } = await realm();
  await iris.ok(iris.post("/users/me/subscriptions", { subscriptions: [{ name: "elsewhere" }] }));
  const [lost = []] = await eventsDuring([mia], () => iris.ok(iris.patch(`/users/${mia.id}`, { role: 600 })));
  expect(lost.map(({ type, op }) => `${type}/${op}`)).toContain("stream/delete");
  const [found = []] = await eventsDuring([mia], () => iris.ok(iris.patch(`/users/${mia.id}`, { role: 400 })));
  expect(found.map(({ type, op }) => `${type}/${op}`)).toContain("stream/create");
});

test("administrators can change a name, and all users get the event", async () => {
  const { omar, noah, mia } = await realm();
  const [seen = []] = await eventsDuring([noah], () =>
    omar.ok(omar.patch(`/users/${mia.id}`, { full_name: " Mia M. " })),
  );
  expect(seen).toMatchObject([{ type: "realm_user", op: "update", person: { user_id: mia.id, full_name: "Mia M." } }]);
  const [nothing = []] = await eventsDuring([noah], () =>
    omar.ok(omar.patch(`/users/${mia.id}`, { full_name: "Mia M." })),
  );
  expect(nothing).toEqual([]);
});

test("administrators can change an email address, and each user gets the part visible to them", async () => {
  const { omar, noah, mia } = await realm();
  await mia.ok(mia.patch("/settings", { email_address_visibility: 3 }));
  const [admins = [], members = []] = await eventsDuring([omar, noah], () =>
    changeUser(omar, mia, { new_email: "mia@elsewhere.example" }),
  );
  expect(admins.map(({ person }) => person)).toMatchObject([
    { user_id: mia.id, delivery_email: "mia@elsewhere.example" },
    { avatar_source: "G", avatar_url: expect.stringContaining("gravatar") },
  ]);
  expect(members.map(({ person }) => person)).toMatchObject([{ avatar_source: "G" }]);
  expect((await omar.ok(omar.get("/users/mia@elsewhere.example"))).user.user_id).toBe(mia.id);
  const taken = await omar.patch(`/users/${mia.id}`, { new_email: "noah@example.com" });
  expect(taken.body.msg).toBe("Email is already in use.");
});

test("when someone else changes a user's email address, the old address is notified by email", async () => {
  const { omar, noah, bot } = await realm();
  const helper = await bot(noah);
  await omar.ok(omar.patch(`/users/${helper.id}`, { new_email: "helper@elsewhere.example" }));
  await changeUser(omar, noah, { new_email: "noah@elsewhere.example" });
  const [letter] = await mailsTo(omar, noah.email);
  expect(letter.subject).toBe("Your email address for Test was changed");
  expect(letter.text).toContain("is now noah@elsewhere.example. Omar Example changed it.");
  expect(await mailsTo(omar, helper.email, 0)).toEqual([]);
});

test("PATCH /users accepts an email address instead of an ID", async () => {
  const { iris, mia } = await realm();
  await iris.ok(iris.patch(`/users/${mia.email}`, { full_name: "Mia by mail" }));
  expect((await mia.ok(mia.get("/users/me"))).full_name).toBe("Mia by mail");
  expect((await iris.patch("/users/nobody@example.com", { role: 400 })).body.msg).toBe("No such user");
});

test("[users 4.1] only owners can change owners, or make users owners", async () => {
  const { iris, omar, mia } = await realm();
  const refused = async (call: Promise<Json>) => (await call).body;
  const needsOwner = { code: "UNAUTHORIZED_PRINCIPAL", msg: "Must be an organization owner" };
  expect(await refused(omar.patch(`/users/${iris.id}`, { full_name: "Fallen" }))).toMatchObject(needsOwner);
  expect(await refused(omar.patch(`/users/${iris.id}`, { role: 400 }))).toMatchObject(needsOwner);
  expect(await refused(omar.patch(`/users/${mia.id}`, { role: 100 }))).toMatchObject(needsOwner);
  expect(await refused(omar.patch(`/users/${omar.id}`, { role: 100 }))).toMatchObject(needsOwner);
  expect(await refused(omar.delete(`/users/${iris.id}`))).toMatchObject(needsOwner);
  expect(await refused(iris.patch(`/users/${iris.id}`, { role: 200 }))).toMatchObject({
    msg: "The owner permission cannot be removed from the only organization owner.",
  });
  await iris.ok(iris.patch(`/users/${mia.id}`, { role: 100 }));
  await iris.ok(iris.patch(`/users/${iris.id}`, { role: 200 }));
});

test.each([
  [{ role: 500 }, "Invalid role"],
  [{ role: '"owner"' }, "Invalid role"],
  [{ full_name: "" }, "Name too short!"],
  [{ new_email: "nothing" }, "Enter a valid email address."],
])("PATCH /users refuses a change to %j", async (change, msg) => {
  const { iris, mia } = await realm();
  expect((await iris.patch(`/users/${mia.id}`, change)).body.msg).toBe(msg);
});

test("the system bots cannot be changed", async () => {
  const { iris } = await realm();
  const { cross_realm_bots } = await iris.ok(iris.post("/register", { fetch_event_types: ["realm_user"] }));
  const { user_id } = cross_realm_bots[0];
  expect((await iris.patch(`/users/${user_id}`, { full_name: "Mine" })).body.msg).toBe("Insufficient permission");
  expect((await iris.delete(`/users/${user_id}`)).body.msg).toBe("Insufficient permission");
  expect((await iris.delete(`/bots/${user_id}`)).body.msg).toBe("No such bot");
});

test("[users 4.1] only administrators and owners can change accounts", async () => {
  const { iris, omar, mona, noah, mia, gus, bot } = await realm();
  const helper = await bot(omar);
  const calls = (person: Json) => [
    person.patch(`/users/${mia.id}`, { full_name: "Mia Changed" }),
    person.patch(`/users/${mia.email}`, { full_name: "Mia Again" }),
    person.post(`/users/${mia.id}/reactivate`),
  ];
  for (const person of [iris, omar]) for (const call of calls(person)) expect((await call).status).toBe(200);
  for (const person of [mona, noah, mia, gus, helper]) {
    for (const call of [...calls(person), person.delete(`/users/${mia.id}`)]) {
      expect((await call).body.code).toBe("UNAUTHORIZED_PRINCIPAL");
    }
  }
});
