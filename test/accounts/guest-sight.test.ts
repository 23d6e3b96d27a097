import { expect, test } from "vitest";
import { type Cast, realm } from "../support/organization.ts";
import type { Json } from "../support/person.ts";

async function limited(): Promise<Cast> {
  const cast = await realm();
  const { iris } = cast;
  const { user_groups } = await iris.ok(iris.get("/user_groups"));
  const members = user_groups.find((group: Json) => group.name === "role:members").id;
  await iris.ok(iris.patch("/realm", { can_access_all_users_group: { new: members } }));
  // Nobody shares the first channel, which everybody was in from the start.
  const { subscriptions } = await iris.ok(iris.get("/users/me/subscriptions"));
  const names = subscriptions.map((channel: Json) => channel.name);
  await iris.ok(iris.delete("/users/me/subscriptions", { subscriptions: names, principals: [cast.gus.id] }));
  return cast;
}

test("[users-groups-org 4.3] a limited guest knows bots, and those with whom they share a channel or a conversation", async () => {
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

test("[register 3] whom a limited guest does not know is nameless, or absent for clients that can bear it", async () => {
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

test("[register 5.4] a limited guest is not told of those whom they do not know", async () => {
  const { iris, noah, mia, gus } = await limited();
  await mia.ok(mia.post("/messages", { type: "direct", to: [gus.id], content: "hello" }));
  const queue = await gus.queue({ event_types: ["realm_user"] });
  await iris.ok(iris.patch(`/users/${noah.id}`, { full_name: "Noah Secret" }));
  await iris.ok(iris.patch(`/users/${mia.id}`, { full_name: "Mia Known" }));
  expect((await queue.events()).map(({ person }) => person)).toEqual([{ user_id: mia.id, full_name: "Mia Known" }]);
});
