import { expect, test } from "vitest";
import { channelIdOf, makeChannel, outcome } from "../../../support/channels.ts";
import { eventsDuring } from "../../../support/events-during.ts";
import { advanceClock } from "../../../support/object.ts";
import { casts, PASSWORD, realm } from "../../../support/organization.ts";
import type { Json, Person } from "../../../support/person.ts";

const newCast = casts();

const garden = { subscriptions: [{ name: "garden" }] };
const subscribe = (who: Person, fields: object) => who.post("/users/me/subscriptions", { ...garden, ...fields });
const kinds = (events: Json[] = []) => events.map(({ type, op }) => (op === undefined ? type : `${type} ${op}`));
const received = async (who: Person, narrow: Json): Promise<Json[]> => {
  const page = { anchor: "newest", num_before: 20, num_after: 0, apply_markdown: false, narrow };
  return (await who.ok(who.get("/messages", page))).messages;
};

test("[4.3] subscribes the actor, and creates the channel", async () => {
  const { noah } = await newCast();
  const first = await noah.ok(subscribe(noah, {}));
  expect(first).toEqual({
    result: "success",
    msg: "",
    subscribed: { [noah.id]: ["garden"] },
    already_subscribed: {},
    new_subscription_messages_sent: true,
  });
  const again = await noah.ok(subscribe(noah, { subscriptions: [{ name: " GARDEN", description: "ignored" }] }));
  expect(again.subscribed).toEqual({});
  expect(again.already_subscribed).toEqual({ [noah.id]: ["garden"] });
});

test("[4.3] subscribes other users by id or by API email", async () => {
  const { noah, mia, gus } = await newCast();
  const byId = await noah.ok(subscribe(noah, { principals: [mia.id, mia.id] }));
  expect(byId.subscribed).toEqual({ [mia.id]: ["garden"] });
  const byEmail = await noah.ok(subscribe(noah, { principals: [mia.email, `user${gus.id}@${gus.host}`] }));
  expect(byEmail.subscribed).toEqual({ [gus.id]: ["garden"] });
  expect(byEmail.already_subscribed).toEqual({ [mia.id]: ["garden"] });
});

test("[4.3] refuses principals that do not exist or are deactivated", async () => {
  const { iris, noah, mia } = await newCast();
  await iris.ok(iris.delete(`/users/${mia.id}`));
  expect(await outcome(subscribe(noah, { principals: [9999] }))).toBe("BAD_REQUEST: Invalid user ID: 9999");
  expect(await outcome(subscribe(noah, { principals: ["nobody@example.com"] }))).toBe("BAD_REQUEST: No such user");
  expect(await outcome(subscribe(noah, { principals: [mia.id] }))).toBe("BAD_REQUEST: User is deactivated");
  expect(await outcome(noah.get("/get_stream_id", { stream: "garden" }))).toMatch(/Invalid channel name/);
});

test("[4.3] treats null as a missing value in channels and updates, as Zulip does", async () => {
  const { noah } = await newCast();
  const subscriptions = [{ name: "garden", description: null, color: null }];
  expect(await outcome(subscribe(noah, { subscriptions }))).toBe("ok");
  const id = await channelIdOf(noah, "garden");
  const noahs = { direct_members: [noah.id], direct_subgroups: [] };
  const can_subscribe_group = { new: noahs, old: null };
  expect(await outcome(noah.patch(`/streams/${id}`, { can_subscribe_group }))).toBe("ok");
  const draft = { type: "", to: [], topic: "", content: "tea", timestamp: null };
  expect(await outcome(noah.post("/drafts", { drafts: [draft] }))).toBe("ok");
});

test("[users 8] the server's own bots cannot be in channels, groups and permissions", async () => {
  const { noah } = await newCast();
  const [bot] = (await noah.queue({ fetch_event_types: ["realm_user"] })).state.cross_realm_bots;
  const refusal = `BAD_REQUEST: Invalid user ID: ${bot.user_id}`;
  expect(await outcome(subscribe(noah, { principals: [bot.user_id] }))).toBe(refusal);
  expect(await outcome(subscribe(noah, { principals: [noah.email, bot.email] }))).toBe(refusal);
  const fields = { name: "garden", subscribers: [bot.user_id] };
  expect(await outcome(noah.post("/channels/create", fields))).toBe(refusal);
  const group = { name: "gardeners", description: "", members: [bot.user_id] };
  expect(await outcome(noah.post("/user_groups/create", group))).toBe(refusal);
  const can_send_message_group = { direct_members: [bot.user_id], direct_subgroups: [] };
  expect(await outcome(subscribe(noah, { can_send_message_group }))).toBe(refusal);
});

test("[channels 2] refuses invalid names and descriptions", async () => {
  const { noah } = await newCast();
  const named = (name: string) => outcome(subscribe(noah, { subscriptions: [{ name }] }));
  expect(await named("  ")).toBe("BAD_REQUEST: Channel name can't be empty.");
  expect(await named("🌻".repeat(60))).toBe("ok");
  expect(await named("n".repeat(61))).toBe("BAD_REQUEST: Channel name too long (limit: 60 characters).");
  expect(await named("a\u0007b")).toBe("BAD_REQUEST: Invalid character in channel name, at position 2.");
  const described = (description: string) =>
    outcome(subscribe(noah, { subscriptions: [{ name: "described", description }] }));
  expect(await described("d".repeat(1025))).toBe("BAD_REQUEST: description is too long (limit: 1024 characters)");
  expect(await described("one\ntwo")).toBe("ok");
  const { streams } = await noah.ok(noah.get("/streams"));
  expect(streams.find((channel: Json) => channel.name === "described").description).toBe("one two");
});

test("[channels 1] creates channels of all four kinds", async () => {
  const { iris } = await realm();
  await iris.ok(iris.patch("/realm", { enable_spectator_access: true }));
  const make = async (name: string, settings: object) => {
    await iris.ok(subscribe(iris, { subscriptions: [{ name }], ...settings }));
    const { stream } = await iris.ok(iris.get(`/streams/${await channelIdOf(iris, name)}`));
    return [stream.invite_only, stream.history_public_to_subscribers, stream.is_web_public];
  };
  expect(await make("a", {})).toEqual([false, true, false]);
  expect(await make("b", { history_public_to_subscribers: false })).toEqual([false, true, false]);
  expect(await make("c", { invite_only: true })).toEqual([true, false, false]);
  expect(await make("d", { invite_only: true, history_public_to_subscribers: true })).toEqual([true, true, false]);
  expect(await make("e", { is_web_public: true })).toEqual([false, true, true]);
  const both = subscribe(iris, { invite_only: true, is_web_public: true });
  expect(await outcome(both)).toBe("BAD_REQUEST: Invalid parameters");
  const secret = subscribe(iris, { invite_only: true, is_default_stream: true });
  expect(await outcome(secret)).toBe("BAD_REQUEST: A default channel cannot be private.");
});

test("[4.3] applies the settings of a new channel, and ignores them for an existing one", async () => {
  const { iris, mia } = await realm();
  const someone = { direct_members: [mia.id, mia.id], direct_subgroups: [] };
  const settings = {
    message_retention_days: 30,
    topics_policy: "disable_empty_topic",
    is_default_stream: true,
    can_send_message_group: 6,
    can_subscribe_group: someone,
    can_remove_subscribers_group: { direct_members: [], direct_subgroups: [5] },
  };
  await iris.ok(subscribe(iris, settings));
  const id = await channelIdOf(iris, "garden");
  const read = async () => (await iris.ok(iris.get(`/streams/${id}`))).stream;
  const stream = await read();
  expect(stream).toMatchObject({
    message_retention_days: 30,
    topics_policy: "disable_empty_topic",
    can_send_message_group: 6,
    stream_post_policy: 2,
    is_announcement_only: true,
    can_subscribe_group: { direct_members: [mia.id], direct_subgroups: [] },
    can_remove_subscribers_group: 5,
    can_administer_channel_group: { direct_members: [iris.id], direct_subgroups: [] },
    creator_id: iris.id,
  });
  expect((await iris.ok(iris.post("/register"))).realm_default_streams).toContain(id);
  await iris.ok(subscribe(iris, { message_retention_days: 1, topics_policy: "inherit", can_send_message_group: 2 }));
  expect(await read()).toEqual(stream);
});

test("[4.3] accepts retention as numbers and as words", async () => {
  const { iris } = await newCast();
  const days = async (name: string, message_retention_days: number | string) => {
    await iris.ok(subscribe(iris, { subscriptions: [{ name }], message_retention_days }));
    return (await iris.ok(iris.get(`/streams/${await channelIdOf(iris, name)}`))).stream.message_retention_days;
  };
  expect(await days("a", 7)).toBe(7);
  expect(await days("b", "unlimited")).toBe(-1);
  expect(await days("c", "realm_default")).toBe(null);
  expect(await outcome(subscribe(iris, { message_retention_days: 0 }))).toMatch(/^REQUEST_VARIABLE_INVALID/);
});

test("[users 2] refuses permission values that are invalid for a channel", async () => {
  const { iris } = await newCast();
  const [internet, everyone, nobody] = [1, 2, 8];
  const set = (settings: object) =>
    outcome(subscribe(iris, { subscriptions: [{ name: crypto.randomUUID() }], ...settings }));
  expect(await set({ can_send_message_group: internet })).toMatch(/'can_send_message_group' setting cannot be set/);
  expect(await set({ can_subscribe_group: everyone })).toMatch(/'can_subscribe_group' setting cannot be set/);
  expect(await set({ can_add_subscribers_group: nobody })).toBe("ok");
  expect(await set({ can_send_message_group: 999 })).toBe("BAD_REQUEST: Invalid user group ID: 999");
});

test("[4.3] lists inaccessible channels instead of failing if authorization_errors_fatal is false", async () => {
  const { noah, mia } = await newCast();
  await makeChannel(mia, "secret", [mia], { invite_only: true });
  const wanted = { subscriptions: [{ name: "secret" }, { name: "garden" }] };
  expect(await outcome(subscribe(noah, wanted))).toBe("BAD_REQUEST: Unable to access channel (secret).");
  expect(await outcome(noah.get("/get_stream_id", { stream: "garden" }))).toMatch(/Invalid channel name/);
  const { subscribed, unauthorized } = await noah.ok(subscribe(noah, { ...wanted, authorization_errors_fatal: false }));
  expect([subscribed, unauthorized]).toEqual([{ [noah.id]: ["garden"] }, ["secret"]]);
});

test("[register 6] emits a new channel before its subscribers, and its subscribers before its messages", async () => {
  const { noah, mia, gus } = await newCast();
  const [own, others, guests] = await eventsDuring([noah, mia, gus], () =>
    noah.ok(subscribe(noah, { principals: [noah.id, gus.id] })),
  );
  expect(kinds(own).slice(0, 2)).toEqual(["stream create", "subscription add"]);
  expect(kinds(others)).toEqual(["stream create", "subscription peer_add", "stream update"]);
  expect(others?.[1].user_ids).toEqual([noah.id, gus.id]);
  expect(kinds(guests).slice(0, 2)).toEqual(["stream create", "subscription add"]);
  expect(guests?.[1].subscriptions[0].subscribers).toEqual([noah.id, gus.id]);
});

test("[register 5.3] a private channel is sent only to users who can see it", async () => {
  const { iris, noah, mia, mona, gus } = await newCast();
  const opened = { can_subscribe_group: { direct_members: [mona.id, gus.id], direct_subgroups: [] } };
  const people = [iris, noah, mia, mona, gus];
  const [owner, own, others, invited, guests] = await eventsDuring(people, () =>
    noah.ok(subscribe(noah, { invite_only: true, ...opened })),
  );
  expect(kinds(owner).slice(0, 2)).toEqual(["stream create", "subscription peer_add"]);
  expect(kinds(own).slice(0, 2)).toEqual(["stream create", "subscription add"]);
  expect(kinds(others)).toEqual([]);
  expect(kinds(invited).slice(0, 2)).toEqual(["stream create", "subscription peer_add"]);
  expect(kinds(guests)).toEqual([]);
});

test("[register 5.3] a user who gains access by subscribing gets the channel first", async () => {
  const { noah, mia, gus } = await newCast();
  await makeChannel(noah, "secret", [noah], { invite_only: true });
  const secret = { subscriptions: [{ name: "secret" }], principals: [mia.id, gus.id] };
  const [own, added, guests] = await eventsDuring([noah, mia, gus], () =>
    noah.ok(subscribe(noah, { ...secret, send_new_subscription_messages: false })),
  );
  expect(kinds(own)).toEqual(["subscription peer_add"]);
  expect(kinds(added)).toEqual(["stream create", "subscription add"]);
  expect(kinds(guests)).toEqual(["stream create", "subscription add"]);
});

test("[register 3] subscriptions are sent in the form that the client declared", async () => {
  const { noah } = await newCast();
  const modern = await noah.queue({ client_capabilities: { notification_settings_null: true } });
  const plain = await noah.queue({ include_subscribers: true });
  await noah.ok(subscribe(noah, {}));
  const added = async (queue: typeof modern) =>
    (await queue.events()).find(({ op }: Json) => op === "add").subscriptions[0];
  const first = await added(modern);
  expect(first.desktop_notifications).toBe(null);
  expect(first).not.toHaveProperty("subscribers");
  const second = await added(plain);
  expect(second).toMatchObject({
    desktop_notifications: false,
    wildcard_mentions_notify: true,
    subscribers: [noah.id],
  });
});

test("[channels 4] the first 24 subscriptions have different colors, and a restored one keeps its color", async () => {
  const { noah } = await newCast();
  const names = Array.from({ length: 26 }, (_, index) => ({ name: `channel ${index}` }));
  await noah.ok(subscribe(noah, { subscriptions: [...names, { name: "red", color: "#FF0000" }] }));
  const colors = async () => {
    const { subscriptions } = await noah.ok(noah.get("/users/me/subscriptions"));
    return new Map<string, string>(subscriptions.map(({ name, color }: Json) => [name, color]));
  };
  const before = await colors();
  const general = before.get("general");
  expect(before.get("red")).toBe("#ff0000");
  expect(new Set([...before.values()].slice(0, 24)).size).toBe(24);
  expect(before.get("channel 25")).toBe("#c2c2c2");
  await noah.ok(noah.delete("/users/me/subscriptions", { subscriptions: ["general"] }));
  await noah.ok(subscribe(noah, { subscriptions: [{ name: "general" }] }));
  expect((await colors()).get("general")).toBe(general);
  expect(await outcome(subscribe(noah, { subscriptions: [{ name: "x", color: "red" }] }))).toMatch(/color code/);
});

test("[channels 4] the notification bot messages users who were subscribed by another user", async () => {
  const { noah, mia, bot } = await realm();
  const robot = await bot(noah);
  const principals = [noah.id, mia.id, robot.id];
  await noah.ok(subscribe(noah, { subscriptions: [{ name: "a" }], principals }));
  await noah.ok(subscribe(noah, { subscriptions: [{ name: "b" }, { name: "c" }], principals }));
  await noah.ok(subscribe(noah, { subscriptions: [{ name: "d" }], principals, send_new_subscription_messages: false }));
  const written = (await received(mia, [["is", "dm"]])).map(({ content }) => content);
  expect(written).toEqual([
    `@_**Noah Example|${noah.id}** subscribed you to the channel #**a**.`,
    `@_**Noah Example|${noah.id}** subscribed you to the following channels:\n\n* #**b**\n* #**c**`,
  ]);
  expect(await received(noah, [["is", "dm"]])).toEqual([]);
  expect(await received(robot, [["is", "dm"]])).toEqual([]);
});

test("[channels 4] a new channel is announced in the announcement channel, and gets a first message", async () => {
  const { noah } = await realm();
  await noah.ok(subscribe(noah, { subscriptions: [{ name: "told", description: "Of *plants*" }], announce: true }));
  await noah.ok(subscribe(noah, { subscriptions: [{ name: "untold" }] }));
  await noah.ok(subscribe(noah, { subscriptions: [{ name: "secret" }], announce: true, invite_only: true }));
  const announced = await received(noah, [
    ["channel", "general"],
    ["topic", "new channels"],
  ]);
  expect(announced.map(({ content }) => content)).toEqual([
    `@_**Noah Example|${noah.id}** created a new channel #**told**.`,
  ]);
  const [event] = await received(noah, [["channel", "told"]]);
  expect(event.subject).toBe("channel events");
  expect(event.content).toContain("#**told**, a **public** channel");
  expect(event.content).toContain("Of *plants*");
});

test("[channels 4] a new channel is announced in the general chat of a channel that has no other topic", async () => {
  const { iris, noah } = await realm();
  const settings = { topics_policy: "empty_topic_only" };
  const id = await makeChannel(iris, "news", [iris, noah], settings);
  await iris.ok(iris.patch("/realm", { new_stream_announcements_stream_id: id }));
  await noah.ok(subscribe(noah, { announce: true }));
  const { topics } = await noah.ok(noah.get(`/users/me/${id}/topics`, { allow_empty_topic_name: true }));
  expect(topics.map(({ name }: Json) => name)).toEqual([""]);
  expect((await received(noah, [["channel", id]])).at(-1).content).toMatch(/created a new channel #\*\*garden\*\*/);
});

test("[channels 4] subscribing more than a hundred users sends no message to each, and one event to everyone else", async () => {
  const { iris, mia } = await realm();
  const ids: number[] = [];
  for (let count = 0; count < 101; count += 1) {
    if (count === 90) await advanceClock(iris, 60_000);
    const person = { email: `${count}@example.com`, full_name: `Person ${count}`, password: PASSWORD };
    ids.push((await iris.ok(iris.post("/users", person))).user_id);
  }
  const queue = await mia.queue();
  const { subscribed, new_subscription_messages_sent } = await iris.ok(subscribe(iris, { principals: ids }));
  expect(Object.keys(subscribed)).toHaveLength(101);
  expect(new_subscription_messages_sent).toBe(false);
  const peers = (await queue.events()).filter(({ op }: Json) => op === "peer_add");
  expect(peers.map(({ user_ids }: Json) => user_ids.length)).toEqual([101]);
});

test("POST /users/me/subscriptions limits the number of subscriptions per request", async () => {
  const { noah } = await newCast();
  const subscriptions = Array.from({ length: 1001 }, (_, index) => ({ name: `channel ${index}` }));
  expect(await outcome(subscribe(noah, { subscriptions }))).toMatch(/subscriptions is too long/);
});
