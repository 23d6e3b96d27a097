import { expect, test } from "vitest";
import { eventsDuring } from "../../../support/events-during.ts";
import { givePermission } from "../../../support/groups.ts";
import { type Cast, realm } from "../../../support/organization.ts";
import type { Json } from "../../../support/person.ts";

/** An organization with every kind of data whose visibility depends on the viewer's role. */
async function realmWithRoleDependentData(): Promise<Cast> {
  const cast = await realm();
  const { iris, omar, mona, noah, mia, gus, more, bot } = cast;
  for (const [person, email_address_visibility] of [
    [iris, 4],
    [omar, 3],
    [mona, 5],
    [noah, 2],
  ] as const) {
    await person.ok(person.patch("/settings", { email_address_visibility }));
  }
  await bot(omar);
  await bot(mia);
  const gone = await more();
  await iris.ok(iris.delete(`/users/${gone.id}`));
  await noah.ok(noah.post("/users/me/status", { status_text: "veiled" }));
  await iris.ok(iris.post("/users/me/subscriptions", { subscriptions: [{ name: "open" }] }));
  await iris.ok(iris.post("/users/me/subscriptions", { subscriptions: [{ name: "closed" }], invite_only: true }));
  const both = { subscriptions: [{ name: "left" }], principals: [mia.id, gus.id, noah.id] };
  await iris.ok(iris.post("/users/me/subscriptions", both));
  await iris.ok(iris.delete("/users/me/subscriptions", { subscriptions: ["left"], principals: [mia.id] }));
  const { id } = await iris.ok(iris.post("/messages", { type: "stream", to: "open", topic: "t", content: "hello" }));
  await mia.ok(mia.post("/messages/flags", { messages: [id], op: "add", flag: "starred" }));
  await iris.ok(
    iris.post("/default_stream_groups/create", { group_name: "all", description: "", stream_names: ["open"] }),
  );
  // Leaves the first channel, which everyone is subscribed to from the start.
  const { subscriptions } = await iris.ok(iris.get("/users/me/subscriptions"));
  const first = subscriptions.map((channel: Json) => channel.name).find((name: string) => name === "general");
  for (const { id: user } of [mia, gus]) {
    await iris.ok(iris.delete("/users/me/subscriptions", { subscriptions: [first], principals: [user] }));
  }
  return cast;
}

/** Every step from one role to another, once. */
const WALK = [100, 200, 300, 400, 600, 300, 100, 400, 200, 600, 100, 300, 600, 200, 400, 100, 600, 400, 300, 200, 100];

test.each(["role:everyone", "role:members"])(
  "[register 5.4] a role change sends events for everything that it shows or hides, if %s can access all users",
  async (group) => {
    const cast = await realmWithRoleDependentData();
    const { iris, omar, mia, gus } = cast;
    await givePermission(iris, "can_access_all_users_group", group);
    for (const role of WALK) {
      await eventsDuring([mia, gus, omar], () => iris.ok(iris.patch(`/users/${mia.id}`, { role })));
    }
  },
);

const limit = ({ iris }: Cast, group: "role:everyone" | "role:members") =>
  givePermission(iris, "can_access_all_users_group", group);
const eventsOfType = (events: Json[] = [], type: string) => events.filter((event) => event.type === type);

test("[register 5.4] a new administrator gets email addresses, bots and invitations, and loses them with the role", async () => {
  const { iris, omar, mona, noah, mia } = await realmWithRoleDependentData();
  const become = (role: number) => eventsDuring([mia], () => iris.ok(iris.patch(`/users/${mia.id}`, { role })));
  const [up = []] = await become(200);
  expect(eventsOfType(up, "realm_user").map(({ op, person }) => [op, person])).toEqual([
    ["update", { user_id: mia.id, role: 200 }],
    ["update", { user_id: omar.id, delivery_email: "omar@example.com" }],
    ["update", { user_id: mona.id, delivery_email: "mona@example.com" }],
  ]);
  expect(eventsOfType(up, "realm_bot").map(({ op }) => op)).toEqual(["add"]);
  expect(eventsOfType(up, "invites_changed")).toHaveLength(1);
  const [down = []] = await become(400);
  expect(eventsOfType(down, "realm_user").map(({ person }) => person)).toEqual([
    { user_id: mia.id, role: 400 },
    { user_id: omar.id, delivery_email: null },
    { user_id: mona.id, delivery_email: null },
  ]);
  expect(eventsOfType(down, "realm_bot").map(({ op }) => op)).toEqual(["delete"]);
  expect(eventsOfType(down, "invites_changed")).toHaveLength(1);
  const [out = []] = await become(600);
  expect(eventsOfType(out, "realm_user").map(({ person }) => person)).toEqual([
    { user_id: mia.id, role: 600 },
    { user_id: noah.id, delivery_email: null },
  ]);
  expect(eventsOfType(out, "invites_changed")).toEqual([]);
});

test("[register 5.4] clients that compute Gravatars get the avatar URLs of users whose addresses become hidden", async () => {
  const { iris, omar, mona, noah } = await realm();
  const [computing, other] = [
    await omar.queue({ client_gravatar: true }),
    await omar.queue({ client_gravatar: false }),
  ];
  const shown = async (id: number) =>
    (await omar.ok(omar.get(`/users/${id}`, { client_gravatar: true }))).user.avatar_url;
  const urls = (events: Json[]) =>
    eventsOfType(events, "realm_user").flatMap(({ person: { user_id, avatar_url } }) =>
      avatar_url === undefined ? [] : [[user_id, avatar_url]],
    );
  await mona.ok(mona.patch("/settings", { email_address_visibility: 3 }));
  await noah.ok(noah.patch("/settings", { email_address_visibility: 4 }));
  expect(urls(await computing.events())).toEqual([[noah.id, await shown(noah.id)]]);
  await iris.ok(iris.patch(`/users/${omar.id}`, { role: 400 }));
  expect(urls(await computing.events())).toEqual([[mona.id, await shown(mona.id)]]);
  expect(urls(await other.events())).toEqual([]);
});

test("[users 4.3] guests get events that remove users when the organization limits them, and add them again when it does not", async () => {
  const cast = await realmWithRoleDependentData();
  const { iris, omar, mona, mia, gus } = cast;
  const [lost = [], none] = await eventsDuring([gus, mia], () => limit(cast, "role:members"));
  const people = (events: Json[]) => eventsOfType(events, "realm_user").map(({ op, person }) => [op, person.user_id]);
  const { realm_non_active_users } = await iris.ok(iris.post("/register"));
  const gone = realm_non_active_users[0].user_id;
  // Guests can always see bots, and users who share a channel with them.
  const strangers = [iris, omar, mona, mia].map(({ id }) => id);
  expect(people(lost)).toEqual([...strangers, gone].map((id) => ["remove", id]));
  expect(none?.map(({ type }) => type)).toEqual(["realm"]);
  const [found = []] = await eventsDuring([gus], () => limit(cast, "role:everyone"));
  expect(people(found)).toEqual([...strangers.map((id) => ["add", id]), ["add", gone], ["update", gone]]);
});

test("[register 3] clients without user_list_incomplete get unknown users in place of current and new hidden users", async () => {
  const cast = await realmWithRoleDependentData();
  const { noah, gus, more } = cast;
  const old = await gus.queue({ event_types: ["realm_user"] });
  await limit(cast, "role:members");
  const newcomer = await more();
  const events = await old.events();
  const lost = Array.from({ length: 5 }, () => ["remove", "add"]).flat();
  expect(events.map(({ op }) => op)).toEqual([...lost, "add"]);
  const last = events.at(-1).person;
  expect(last).toMatchObject({
    user_id: newcomer.id,
    full_name: "Unknown user",
    delivery_email: null,
    is_active: true,
  });
  const { realm_users } = await gus.ok(gus.post("/register"));
  expect(realm_users.find((user: Json) => user.user_id === newcomer.id)).toEqual({ ...last, is_active: undefined });
  expect(realm_users.some((user: Json) => user.user_id === noah.id && user.full_name === "Noah Example")).toBe(true);
});

test("[register 5.4] a deactivated hidden user is removed from the groups and permissions that a guest sees", async () => {
  const cast = await realmWithRoleDependentData();
  const { iris, mona, gus } = cast;
  await limit(cast, "role:members");
  const named = { direct_members: [mona.id, gus.id], direct_subgroups: [] };
  const group = { name: "g", description: "", members: [mona.id, gus.id], can_mention_group: named };
  await iris.ok(iris.post("/user_groups/create", group));
  await iris.ok(iris.patch("/realm", { can_create_groups: { new: named } }));
  const { stream_id } = await iris.ok(iris.get("/get_stream_id", { stream: "left" }));
  await iris.ok(iris.patch(`/streams/${stream_id}`, { can_send_message_group: { new: named } }));
  const leave = () => iris.ok(iris.delete(`/users/${mona.id}`));
  const [left = [], seen = []] = await eventsDuring([gus, iris], leave);
  expect(left.map(({ type, op }) => `${type}/${op}`)).toEqual([
    "user_group/remove_members",
    "user_group/remove_members",
    "user_group/update",
    "stream/update",
    "realm/update_dict",
  ]);
  expect(eventsOfType(seen, "user_group")).toEqual([]);
  await eventsDuring([gus, iris], () => iris.ok(iris.post(`/users/${mona.id}/reactivate`)));
});

test("a user's queues expire if they would get too many events, so that the client registers again", async () => {
  const cast = await realm();
  const { iris, mia, gus } = cast;
  await limit(cast, "role:members");
  const users = Array.from({ length: 510 }, (_, n) => ({ email: `many${n}@example.com`, full_name: `Many ${n}` }));
  await iris.ok(iris.post("/testing/users", { users }));
  const { subscriptions } = await iris.ok(iris.get("/users/me/subscriptions"));
  for (const { name } of subscriptions) {
    await iris.ok(iris.delete("/users/me/subscriptions", { subscriptions: [name], principals: [gus.id, mia.id] }));
  }
  const [hers, his, others] = [await mia.queue(), await gus.queue(), await iris.queue()];
  await iris.ok(iris.patch(`/users/${mia.id}`, { role: 600 }));
  await iris.ok(iris.patch(`/users/${gus.id}`, { role: 400 }));
  for (const { owner, id } of [hers, his]) {
    const { status, body } = await owner.get("/events", { queue_id: id, last_event_id: -1, dont_block: true });
    expect([status, body.code]).toEqual([400, "BAD_EVENT_QUEUE_ID"]);
  }
  expect((await others.events()).length).toBeGreaterThan(0);
  expect((await gus.ok(gus.post("/register"))).realm_users.length).toBeGreaterThan(510);
});
