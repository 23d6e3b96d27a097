import { expect, test } from "vitest";
import {
  channelIdOf,
  forAll,
  makeChannel,
  NOT_PERMITTED,
  outcome,
  outcomes,
  realmWithCallers,
} from "../../../support/channels.ts";
import { eventsDuring } from "../../../support/events-during.ts";
import { casts } from "../../../support/organization.ts";
import type { Json, Person } from "../../../support/person.ts";

const newCast = casts();

const leave = (who: Person, fields: object = {}) =>
  who.delete("/users/me/subscriptions", { subscriptions: ["garden"], ...fields });
const join = (who: Person, fields: object = {}) =>
  who.ok(who.post("/users/me/subscriptions", { subscriptions: [{ name: "garden" }], ...fields }));
const kinds = (events: Json[] = []) => events.map(({ type, op }) => (op === undefined ? type : `${type} ${op}`));

test("[4.4] DELETE unsubscribes the actor, and lists channels that the actor was not subscribed to", async () => {
  const { noah } = await newCast();
  await join(noah);
  await makeChannel(noah, "other", []);
  const body = await noah.ok(leave(noah, { subscriptions: ["GARDEN", "other", "garden"] }));
  expect([body.removed, body.not_removed]).toEqual([["garden"], ["other"]]);
});

test("[4.4] accepts the parameters in the query too", async () => {
  const { noah } = await newCast();
  await join(noah);
  const body = await noah.ok(noah.delete(`/users/me/subscriptions?subscriptions=${encodeURIComponent('["garden"]')}`));
  expect(body.removed).toEqual(["garden"]);
});

test("[4.4] treats a channel that the actor cannot see as nonexistent", async () => {
  const { noah, mia } = await newCast();
  await makeChannel(mia, "secret", [mia], { invite_only: true });
  for (const name of ["nowhere", "secret"]) {
    const { status, body } = await leave(noah, { subscriptions: [name] });
    expect([status, body.code, body.stream]).toEqual([400, "STREAM_DOES_NOT_EXIST", name]);
  }
});

test("[4.4] refuses principals that do not exist or are deactivated", async () => {
  const { iris, noah } = await newCast();
  await join(noah);
  await iris.ok(iris.delete(`/users/${noah.id}`));
  expect(await outcome(leave(iris, { principals: [9999] }))).toBe("BAD_REQUEST: Invalid user ID: 9999");
  expect(await outcome(leave(iris, { principals: [noah.id] }))).toBe("BAD_REQUEST: User is deactivated");
});

test("[4.4] only owners and administrators can unsubscribe other users", async () => {
  const { by, mia } = await realmWithCallers();
  const remove = async () => {
    await join(mia);
    return outcomes((who) => leave(who, { principals: [mia.id] }), by);
  };
  expect(await remove()).toEqual(
    forAll(NOT_PERMITTED, {
      owner: "ok",
      administrator: "ok",
      guest: "STREAM_DOES_NOT_EXIST: Channel 'garden' does not exist",
    }),
  );
});

test("[4.4] can_remove_subscribers_group and channel administrators can unsubscribe other users from channels they see", async () => {
  const { by, mia, noah, mona, gus, iris } = await realmWithCallers();
  const settings = {
    can_remove_subscribers_group: { direct_members: [noah.id, gus.id], direct_subgroups: [] },
    can_administer_channel_group: { direct_members: [mona.id], direct_subgroups: [] },
  };
  await makeChannel(mia, "garden", [mia], settings);
  await makeChannel(mia, "secret", [mia], { ...settings, invite_only: true });
  const remove = (name: string) => outcomes((who) => leave(who, { subscriptions: [name], principals: [mia.id] }), by);
  const missing = (name: string) => `STREAM_DOES_NOT_EXIST: Channel '${name}' does not exist`;
  const allowed = { owner: "ok", administrator: "ok", moderator: "ok" };
  expect(await remove("garden")).toEqual({ ...allowed, member: "ok", guest: missing("garden"), bot: NOT_PERMITTED });
  expect(await remove("secret")).toEqual({
    ...allowed,
    member: missing("secret"),
    guest: missing("secret"),
    bot: missing("secret"),
  });
  await join(iris, { principals: [gus.id, mia.id] });
  expect(await outcome(leave(gus, { principals: [mia.id] }))).toBe("ok");
});

test("[4.4] a bot's owner can unsubscribe it from channels the owner can see, but not together with another user", async () => {
  const { by, omar, noah, mia } = await realmWithCallers();
  await join(omar, { principals: [noah.id, by.bot.id, mia.id] });
  const remove = (who: Person, ...people: readonly Person[]) =>
    outcome(leave(who, { principals: people.map(({ id }) => id) }));
  expect(await remove(mia, by.bot)).toBe(NOT_PERMITTED);
  expect(await remove(noah, noah, mia)).toBe(NOT_PERMITTED);
  expect(await remove(noah, mia, by.bot)).toBe(NOT_PERMITTED);
  expect(await remove(noah, noah, by.bot)).toBe("ok");
});

test("[register 6] the end of a subscription is emitted to the user, and to other users who see the channel", async () => {
  const { noah, mia, gus } = await newCast();
  await join(noah, { principals: [noah.id, mia.id] });
  const [own, others, guests] = await eventsDuring([noah, mia, gus], () => noah.ok(leave(noah)));
  expect(kinds(own)).toEqual(["update_message_flags add", "subscription remove"].slice(kinds(own).length - 2));
  expect(own?.at(-1).subscriptions).toEqual([{ stream_id: await channelIdOf(noah, "garden"), name: "garden" }]);
  expect(others?.map(({ op, user_ids }) => [op, user_ids])).toEqual([["peer_remove", [noah.id]]]);
  expect(guests).toEqual([]);
});

test("[register 5.3] users unsubscribed together get events about each other if they still see the channel", async () => {
  const { iris, noah, mia, mona, gus } = await newCast();
  const leaving = [noah, mia, mona, gus];
  const principals = leaving.map(({ id }) => id);
  await join(iris, { principals, send_new_subscription_messages: false });
  const all = await eventsDuring(leaving, () => iris.ok(leave(iris, { principals })));
  const told = all.map((events) => events.filter(({ op }) => op === "peer_remove").flatMap(({ user_ids }) => user_ids));
  const otherThan = ({ id }: Person) => principals.filter((other) => other !== id).sort((a, b) => a - b);
  expect(told.map((ids) => ids.sort((a, b) => a - b))).toEqual([...[noah, mia, mona].map(otherThan), []]);
});

test("[register 6] a user who loses access by unsubscribing gets the channel's deletion last", async () => {
  const { iris, noah, mia, gus } = await newCast();
  await makeChannel(noah, "garden", [iris, noah, mia], { invite_only: true });
  await makeChannel(noah, "public", [gus]);
  const after = async (who: Person, subscriptions: string[], onlooker = who) => {
    const queue = await onlooker.queue();
    await who.ok(leave(who, { subscriptions }));
    return kinds(await queue.events()).filter((kind) => kind !== "update_message_flags add");
  };
  // Organization and channel administrators see a private channel without a subscription.
  expect(await after(iris, ["garden"])).toEqual(["subscription remove"]);
  expect(await after(noah, ["garden"])).toEqual(["subscription remove"]);
  await join(mia, { principals: [noah.id] });
  expect(await after(noah, ["garden"], mia)).toEqual(["subscription peer_remove"]);
  expect(await after(mia, ["garden"])).toEqual(["subscription remove", "stream delete"]);
  expect(await after(gus, ["public"])).toEqual(["subscription remove", "stream delete"]);
});

test("[channels 4] unread messages of a channel become read when a user unsubscribes, and stay read", async () => {
  const { noah, mia } = await newCast();
  await join(mia, { principals: [mia.id, noah.id], send_new_subscription_messages: false });
  await mia.ok(mia.post("/messages", { type: "stream", to: "garden", topic: "tea", content: "Hello" }));
  const unread = async () =>
    (await noah.ok(noah.post("/register"))).unread_msgs.streams.map(({ topic }: Json) => topic);
  expect(await unread()).toContain("tea");
  await noah.ok(leave(noah));
  expect(await unread()).not.toContain("tea");
  await join(noah);
  expect(await unread()).not.toContain("tea");
});

test("[channels 4] messages marked as unread become read when the account is deactivated", async () => {
  const { iris, noah } = await newCast();
  await join(iris, { principals: [iris.id, noah.id], send_new_subscription_messages: false });
  const { id } = await iris.ok(
    iris.post("/messages", { type: "stream", to: "garden", topic: "tea", content: "Hello" }),
  );
  for (const op of ["add", "remove"]) {
    await noah.ok(noah.post("/messages/flags", { op, flag: "read", messages: [id] }));
  }
  await iris.ok(iris.delete(`/users/${noah.id}`));
  await iris.ok(iris.post(`/users/${noah.id}/reactivate`));
  expect((await noah.ok(noah.get(`/messages/${id}`))).message.flags).toContain("read");
  expect((await noah.ok(noah.post("/register"))).unread_msgs.streams).toEqual([]);
});

test("[channels 4] messages marked as unread become read even for users unsubscribed while offline", async () => {
  const { iris, noah, mia } = await newCast();
  const both = [noah.id, mia.id];
  await join(iris, { principals: [iris.id, ...both], send_new_subscription_messages: false });
  const { id } = await iris.ok(
    iris.post("/messages", { type: "stream", to: "garden", topic: "tea", content: "Hello" }),
  );
  for (const who of [noah, mia]) {
    for (const op of ["add", "remove"]) {
      await who.ok(who.post("/messages/flags", { op, flag: "read", messages: [id] }));
    }
  }
  await iris.ok(leave(iris, { principals: [noah.id] }));
  const [events] = await eventsDuring([mia], () => iris.ok(leave(iris, { principals: [mia.id] })));
  expect(events?.filter(({ type }) => type === "update_message_flags")).toMatchObject([
    { op: "add", flag: "read", messages: expect.arrayContaining([id]) },
  ]);
  for (const who of [noah, mia]) {
    const { message } = await who.ok(who.get(`/messages/${id}`));
    expect(message.flags).toContain("read");
    await join(iris, { principals: both });
    expect((await who.ok(who.post("/register"))).unread_msgs.streams).toEqual([]);
  }
});

test("[channels 4] a user does not receive messages sent while unsubscribed", async () => {
  const { noah, mia } = await newCast();
  const send = async (content: string) => {
    const message = { type: "stream", to: "garden", topic: "tea", content };
    return (await mia.ok(mia.post("/messages", message))).id;
  };
  await makeChannel(mia, "garden", [mia, noah], { invite_only: true });
  const first = await send("before");
  await noah.ok(leave(noah));
  const second = await send("between");
  await mia.ok(mia.post("/users/me/subscriptions", { subscriptions: [{ name: "garden" }], principals: [noah.id] }));
  const third = await send("after");
  const seen = async (id: number) => (await noah.get(`/messages/${id}`)).status;
  expect([await seen(first), await seen(second), await seen(third)]).toEqual([200, 400, 200]);
});

test("[users 4.1] the subscriptions of a deactivated account are suspended, and restored with it", async () => {
  const { iris, noah, mia } = await newCast();
  await join(noah, { principals: [noah.id, mia.id] });
  const id = await channelIdOf(mia, "garden");
  const members = async () => (await mia.ok(mia.get(`/streams/${id}/members`))).subscribers;
  const [away] = await eventsDuring([mia], () => iris.ok(iris.delete(`/users/${noah.id}`)));
  expect(away?.filter(({ op }) => op === "peer_remove").map(({ user_ids }) => user_ids)).toContainEqual([noah.id]);
  expect(await members()).toEqual([mia.id]);
  const [back] = await eventsDuring([mia], () => iris.ok(iris.post(`/users/${noah.id}/reactivate`)));
  expect(back?.filter(({ op }) => op === "peer_add").map(({ user_ids }) => user_ids)).toContainEqual([noah.id]);
  expect(await members()).toEqual([noah.id, mia.id]);
});

test("[channels 4] PATCH subscribes and unsubscribes in one request", async () => {
  const { noah } = await newCast();
  const change = (fields: object) => noah.patch("/users/me/subscriptions", fields);
  const body = await noah.ok(change({ add: [{ name: "garden", color: "#012345" }], delete: ["general"] }));
  expect(body).toMatchObject({ subscribed: { [noah.id]: ["garden"] }, removed: ["general"], not_removed: [] });
  expect(await outcome(change({}))).toMatch(/Nothing to do/);
});
