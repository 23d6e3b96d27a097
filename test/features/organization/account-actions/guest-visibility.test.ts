import { expect, test } from "vitest";
import { eventsDuring } from "../../../support/events-during.ts";
import { givePermission } from "../../../support/groups.ts";
import { type Cast, realm } from "../../../support/organization.ts";
import type { Json } from "../../../support/person.ts";

async function limited(): Promise<Cast> {
  const cast = await realm();
  const { iris } = cast;
  await givePermission(iris, "can_access_all_users_group", "role:members");
  // Leaves the first channel, which everyone is subscribed to from the start.
  const { subscriptions } = await iris.ok(iris.get("/users/me/subscriptions"));
  const names = subscriptions.map((channel: Json) => channel.name);
  await iris.ok(iris.delete("/users/me/subscriptions", { subscriptions: names, principals: [cast.gus.id] }));
  return cast;
}

test("[users 4.3] a limited guest sees bots, and users who share a channel or a direct conversation", async () => {
  const { iris, noah, mia, gus, omar, bot } = await limited();
  const helper = await bot(omar);
  const known = async () => {
    const { members } = await gus.ok(gus.get("/users"));
    return members.map((member: Json) => member.user_id);
  };
  expect(await known()).toEqual([gus.id, helper.id]);
  await iris.ok(
    iris.post("/users/me/subscriptions", { subscriptions: [{ name: "shared" }], principals: [gus.id, noah.id] }),
  );
  await mia.ok(mia.post("/messages", { type: "direct", to: [gus.id], content: "hello" }));
  expect(await known()).toEqual([noah.id, mia.id, gus.id, helper.id]);
  expect((await gus.get(`/users/${omar.id}`)).body.msg).toBe("No such user");
  expect((await gus.get(`/users/${omar.email}`)).body.msg).toBe("No such user");
  await gus.ok(gus.get(`/users/${noah.id}`));
  expect((await noah.ok(noah.get("/users"))).members).toHaveLength(7);
});

test("[register 3] limited guests get hidden users as unknown users, or not at all with user_list_incomplete", async () => {
  const { host, noah, gus } = await limited();
  const users = async (user_list_incomplete: boolean): Promise<Json[]> => {
    const client_capabilities = { notification_settings_null: true, user_list_incomplete };
    return (await gus.ok(gus.post("/register", { fetch_event_types: ["realm_user"], client_capabilities })))
      .realm_users;
  };
  expect((await users(true)).map((user) => user.user_id)).toEqual([gus.id]);
  const all = await users(false);
  expect(all).toHaveLength(6);
  const stranger = all.find((user) => user.user_id === noah.id);
  const self = all.find((user) => user.user_id === gus.id);
  expect(stranger).toMatchObject({ full_name: "Unknown user", email: `user${noah.id}@${host}`, delivery_email: null });
  expect(Object.keys(stranger ?? {}).sort()).toEqual(Object.keys(self ?? {}).sort());
});

test("[4.21] a limited guest cannot fetch hidden users", async () => {
  const { noah, gus } = await limited();
  const { members } = await gus.ok(gus.get("/users", { user_ids: [noah.id, gus.id] }));
  expect(members.map(({ user_id }: Json) => user_id)).toEqual([gus.id]);
  expect(JSON.stringify(await gus.ok(gus.get("/users")))).not.toContain("Unknown user");
  for (const name of [noah.id, noah.email, `user${noah.id}@${noah.host}`])
    expect((await gus.get(`/users/${name}`)).body.msg).toBe("No such user");
});

test("[register 5.4] a limited guest gets no events of hidden users", async () => {
  const { iris, noah, mia, gus } = await limited();
  await mia.ok(mia.post("/messages", { type: "direct", to: [gus.id], content: "hello" }));
  const queue = await gus.queue({ event_types: ["realm_user"] });
  await iris.ok(iris.patch(`/users/${noah.id}`, { full_name: "Noah Secret" }));
  await iris.ok(iris.patch(`/users/${mia.id}`, { full_name: "Mia Known" }));
  expect((await queue.events()).map(({ person }) => person)).toEqual([{ user_id: mia.id, full_name: "Mia Known" }]);
});

test("[register 5.4] a limited guest gets users who become visible, and removals of users who become hidden", async () => {
  const { iris, noah, mia, omar, gus, bot } = await limited();
  const helper = await bot(omar);
  const club = { subscriptions: [{ name: "club" }], invite_only: true };
  await iris.ok(iris.post("/users/me/subscriptions", { ...club, principals: [iris.id, gus.id] }));
  const heard = async (action: () => Promise<unknown>) =>
    (await eventsDuring([gus, mia], action)).map((events) =>
      events
        .filter(({ type }) => type === "realm_user")
        .map(({ op, person: { user_id, full_name, is_active } }) => [op, user_id, full_name ?? is_active]),
    );
  const join = () =>
    iris.ok(iris.post("/users/me/subscriptions", { ...club, principals: [noah.id, mia.id, helper.id] }));
  const leave = () =>
    iris.ok(iris.delete("/users/me/subscriptions", { subscriptions: ["club"], principals: [noah.id, mia.id] }));
  const write = (content: string) => mia.ok(mia.post("/messages", { type: "direct", to: [gus.id], content }));

  const met = [
    ["add", noah.id, "Noah Example"],
    ["add", mia.id, "Mia Example"],
  ];
  expect(await heard(join)).toEqual([met, []]);
  expect(await heard(() => write("hello"))).toEqual([[], []]);
  expect(await heard(leave)).toEqual([[["remove", noah.id, "Unknown user"]], []]);
  expect(await heard(() => write("hello again"))).toEqual([[], []]);
  const stranger = () => omar.ok(omar.post("/messages", { type: "direct", to: [gus.id], content: "hi" }));
  expect(await heard(stranger)).toEqual([[["add", omar.id, "Omar Example"]], []]);
});

test("[register 5.4] a limited guest gets the presence and status only of visible users", async () => {
  const { noah, mia, gus } = await limited();
  await mia.ok(mia.post("/messages", { type: "direct", to: [gus.id], content: "hello" }));
  const queue = await gus.queue({ event_types: ["presence", "user_status"] });
  for (const person of [noah, mia]) {
    await person.ok(person.post("/users/me/presence", { status: "active" }));
    await person.ok(person.post("/users/me/status", { status_text: "busy" }));
  }
  expect((await queue.events()).map(({ type, user_id }) => [type, user_id])).toEqual([
    ["presence", mia.id],
    ["user_status", mia.id],
  ]);
  const { user_status } = await gus.ok(gus.post("/register", { fetch_event_types: ["user_status"] }));
  expect(user_status).toEqual({ [mia.id]: { status_text: "busy" } });
});
