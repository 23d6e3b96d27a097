import { expect, test } from "vitest";
import { channelIdOf, makeChannel, outcome } from "../../../support/channels.ts";
import { eventsDuring } from "../../../support/events-during.ts";
import { casts, realm } from "../../../support/organization.ts";
import type { Fields, Json, Person, Queue } from "../../../support/person.ts";

const newCast = casts();

const archive = (who: Person, id: number) => who.ok(who.delete(`/streams/${id}`));
const unarchive = (who: Person, id: number) => who.ok(who.patch(`/streams/${id}`, { is_archived: false }));
const LEGACY: Fields = { include_subscribers: true };
const listsOf = (state: Json, id: number) =>
  ["streams", "subscriptions", "unsubscribed", "never_subscribed"].filter((list) =>
    state[list].some(({ stream_id }: Json) => stream_id === id),
  );
const channelEvents = async (queue: Queue) =>
  (await queue.events())
    .filter(({ type, property }) => ["stream", "subscription"].includes(type) && property !== "first_message_id")
    .map(({ type, op, property, value }) => [type, op, property, value].filter((part) => part !== undefined).join(" "));

test("[register 3] an archived channel is updated for clients that know archived channels, and deleted for others", async () => {
  const { noah, mia } = await newCast();
  const id = await makeChannel(noah, "garden", [noah]);
  const old = [await noah.queue(LEGACY), await mia.queue(LEGACY)];
  const [own, others] = await eventsDuring([noah, mia], () => archive(noah, id));
  expect(own?.at(-1)).toMatchObject({ type: "stream", op: "update", property: "is_archived", value: true });
  expect(others?.at(-1)).toMatchObject({ type: "stream", op: "update", property: "is_archived", value: true });
  for (const queue of old) expect(await channelEvents(queue)).toEqual(["stream delete"]);
  expect(listsOf(await noah.ok(noah.post("/register", LEGACY)), id)).toEqual([]);
  const modern = { client_capabilities: { notification_settings_null: true, archived_channels: true } };
  const state = await noah.ok(noah.post("/register", modern));
  expect(listsOf(state, id)).toEqual(["streams", "subscriptions"]);
  expect(state.streams.find(({ stream_id }: Json) => stream_id === id).is_archived).toBe(true);
});

test("[register 3] an unarchived channel is created for clients that do not know archived channels", async () => {
  const { noah, mia } = await newCast();
  const id = await makeChannel(noah, "garden", [noah]);
  await archive(noah, id);
  const own = await noah.queue(LEGACY);
  const others = await mia.queue(LEGACY);
  const [modern] = await eventsDuring([noah], () => unarchive(noah, id));
  expect(modern?.[0]).toMatchObject({ type: "stream", op: "update", property: "is_archived", value: false });
  expect((await channelEvents(own)).slice(0, 2)).toEqual(["stream create", "subscription add"]);
  expect(await channelEvents(others)).toEqual(["stream create", "subscription peer_add"]);
  await unarchive(noah, id);
});

test("[register 3] clients that do not know archived channels get no event when their user is subscribed to one", async () => {
  const { iris, gus } = await newCast();
  const id = await makeChannel(iris, "garden", [iris]);
  await archive(iris, id);
  const queue = await gus.queue(LEGACY);
  await iris.ok(iris.post("/users/me/subscriptions", { subscriptions: [{ name: "garden" }], principals: [gus.id] }));
  expect(await channelEvents(queue)).toEqual([]);
});

test("[channels 5] an archived channel keeps its messages and its name, and accepts no more messages", async () => {
  const { iris, noah } = await realm();
  const id = await makeChannel(iris, "garden", [noah, iris], { is_default_stream: true });
  const say = (content: string) => noah.post("/messages", { type: "stream", to: id, topic: "tea", content });
  const message = await noah.ok(say("Hello"));
  const [events] = await eventsDuring([noah], () => archive(iris, id));
  expect(events?.filter(({ type }) => type === "default_streams")).toHaveLength(1);
  expect(await outcome(iris.delete(`/streams/${id}`))).toBe("BAD_REQUEST: Channel is already archived");
  expect(await outcome(say("Hello?"))).not.toBe("ok");
  expect(await outcome(noah.get(`/messages/${message.id}`))).toBe("ok");
  expect(await outcome(noah.post("/channels/create", { name: "garden", subscribers: [] }))).toMatch(/^CHANNEL_ALREADY/);
  const { messages } = await noah.ok(
    noah.get("/messages", { anchor: "newest", num_before: 1, num_after: 0, apply_markdown: false }),
  );
  expect(messages[0].content).toContain("archived this channel");
  await unarchive(iris, id);
  expect(await outcome(say("Hello again"))).toBe("ok");
});

test("[channels 5] archiving a channel ends the organization's announcements there", async () => {
  const { iris, noah } = await realm();
  const id = await makeChannel(noah, "garden", [noah]);
  const general = await channelIdOf(iris, "general");
  const set = (fields: object) => outcome(iris.patch("/realm", { ...fields }));
  expect(await set({ new_stream_announcements_stream_id: id, signup_announcements_stream_id: general })).toBe("ok");
  const [events = []] = await eventsDuring([iris], () => archive(noah, id));
  expect(events.filter(({ type }) => type === "realm")).toMatchObject([
    { op: "update", property: "new_stream_announcements_stream_id", value: -1 },
  ]);
  const { state } = await iris.queue({ fetch_event_types: ["realm"] });
  expect(state).toMatchObject({
    realm_new_stream_announcements_stream_id: -1,
    realm_signup_announcements_stream_id: general,
  });
  expect(await set({ signup_announcements_stream_id: id })).toBe("BAD_REQUEST: Channel is archived.");
});

test("[channels 5] changing an archived channel sends no message to it", async () => {
  const { noah } = await newCast();
  const id = await makeChannel(noah, "garden", [noah]);
  await archive(noah, id);
  const [events, old] = [await noah.queue(), await noah.queue(LEGACY)];
  await noah.ok(noah.patch(`/streams/${id}`, { description: "Where things grow", new_name: "orchard" }));
  for (const queue of [events, old]) {
    expect((await queue.events()).filter(({ type }) => type === "message")).toEqual([]);
  }
  const { messages } = await noah.ok(noah.get("/messages", { anchor: "newest", num_before: 1, num_after: 0 }));
  expect(messages[0].content).toContain("archived this channel");
});

test("[channels 5] DELETE refuses a channel that does not exist", async () => {
  const { iris } = await newCast();
  expect(await outcome(iris.delete("/streams/9999"))).toBe("BAD_REQUEST: Invalid channel ID");
});

test("[4.3] subscriptions to an archived channel can change", async () => {
  const { noah } = await newCast();
  const id = await makeChannel(noah, "garden", [noah]);
  await archive(noah, id);
  const old = await noah.queue(LEGACY);
  await noah.ok(noah.delete("/users/me/subscriptions", { subscriptions: ["garden"] }));
  const [events] = await eventsDuring([noah], () =>
    noah.ok(noah.post("/users/me/subscriptions", { subscriptions: [{ name: "garden" }] })),
  );
  expect(events?.map(({ op }) => op)).toEqual(["add"]);
  expect((await channelEvents(old)).filter((event) => event === "subscription add")).toEqual([]);
});

test("[register 4.2] marking messages as unread in an archived channel does not reach clients that do not know it", async () => {
  const { noah, mia } = await newCast();
  const id = await makeChannel(noah, "garden", [noah, mia]);
  const said = await noah.ok(noah.post("/messages", { type: "stream", to: id, topic: "tea", content: "hello" }));
  const direct = await noah.ok(noah.post("/messages", { type: "direct", to: [mia.id], content: "hello" }));
  const both = [said.id, direct.id];
  await mia.ok(mia.post("/messages/flags", { messages: both, op: "add", flag: "read" }));
  await archive(noah, id);
  const old = await mia.queue(LEGACY);
  const [known] = await eventsDuring([mia], () =>
    mia.ok(mia.post("/messages/flags", { messages: both, op: "remove", flag: "read" })),
  );
  expect(known?.flatMap(({ messages }) => messages).sort((a, b) => a - b)).toEqual(both);
  expect((await old.events()).map(({ messages }) => messages)).toEqual([[direct.id]]);
});

test("[register 4.2] an archived channel has no unread messages for clients that do not know it, until it is unarchived", async () => {
  const { noah, mia } = await realm();
  const id = await makeChannel(noah, "garden", [noah, mia]);
  const said = await noah.ok(
    noah.post("/messages", { type: "stream", to: id, topic: "tea", content: "@**Mia Example** @**all** hello" }),
  );
  const modern = { client_capabilities: { notification_settings_null: true, archived_channels: true } };
  const unread = async (fields: Fields) => (await mia.ok(mia.post("/register", fields))).unread_msgs;
  await eventsDuring([mia], () => archive(noah, id));
  const nothing = await unread(LEGACY);
  // In addition to the notification bot's messages about the channel.
  expect([nothing.count, nothing.mentions, nothing.streams]).toEqual([nothing.pms.length, [], []]);
  const kept = await unread(modern);
  expect(kept.mentions).toEqual([said.id]);
  expect(kept.streams.map(({ stream_id }: Json) => stream_id)).toContain(id);

  const old = await mia.queue(LEGACY);
  const [known = []] = await eventsDuring([mia], () => unarchive(noah, id));
  expect(known.filter(({ type }) => type === "update_message_flags")).toEqual([]);
  const events = await old.events();
  expect(events.slice(0, 3).map(({ type, op }) => `${type}/${op}`)).toEqual([
    "stream/create",
    "subscription/add",
    "update_message_flags/remove",
  ]);
  const { flag, messages, message_details } = events[2];
  expect(flag).toBe("read");
  expect(message_details[said.id]).toMatchObject({ type: "stream", stream_id: id, topic: "tea", mentioned: true });
  const told = [...messages, ...events.filter(({ type }) => type === "message").map(({ message }) => message.id)];
  const now = (await unread(LEGACY)).streams.flatMap((one: Json) => one.unread_message_ids);
  expect(now.sort()).toEqual(told.sort());
});
