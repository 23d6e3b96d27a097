import { describe, expect, test } from "vitest";
import { makeChannel, outcome } from "../../../support/channels.ts";
import { eventsDuring } from "../../../support/events-during.ts";
import { groupIds } from "../../../support/groups.ts";
import { fetchMessages, flagsOf, sendDirect, sendToChannel, unreadIds } from "../../../support/messages.ts";
import { advanceClock, evict, withDatabase } from "../../../support/object.ts";
import { casts, realm } from "../../../support/organization.ts";
import { type Fields, type Json, Person } from "../../../support/person.ts";
import {
  schedule,
  scheduledMessagesOf,
  scheduleMessage,
  secondsFromNow,
  untilTrue,
} from "../../../support/scheduled-messages.ts";

const newCast = casts();

const MINUTE = 61_000;

/** Advances the clock, and waits until each due message was sent or has failed. */
async function pass(who: Person, ms = MINUTE): Promise<void> {
  await advanceClock(who, ms);
  const now = await secondsFromNow(who, 0);
  await untilTrue(async () =>
    (await scheduledMessagesOf(who)).every((one: Json) => one.failed || one.scheduled_delivery_timestamp > now),
  );
}

const directs = async (who: Person): Promise<Json[]> =>
  (await fetchMessages(who, { narrow: [["is", "dm"]], apply_markdown: false })).messages;
const contents = async (who: Person): Promise<string[]> => (await directs(who)).map(({ content }) => content);

/** Schedules a message, makes it impossible to send, and advances the clock. Returns the notification to its sender. */
async function failing(who: Person, fields: Fields, breakIt: () => Promise<unknown>): Promise<string> {
  await scheduleMessage(who, fields);
  await breakIt();
  await pass(who);
  expect((await scheduledMessagesOf(who)).map(({ failed }) => failed)).toEqual([true]);
  return (await directs(who)).at(-1)?.content;
}

describe("[messages 12] a scheduled message is sent", () => {
  test("to a channel at its time, as if its sender had sent it then", async () => {
    const { noah, mia } = await realm();
    const channel = await makeChannel(noah, "kitchen", [noah, mia]);
    const content = "@**Mia Example** **tea**";
    const id = await scheduleMessage(noah, { type: "channel", to: channel, topic: "t", content });
    const [own, received] = await eventsDuring([noah, mia], () => pass(noah));
    expect(own?.map(({ type, op }: Json) => [type, op])).toEqual([
      ["user_topic", undefined],
      ["message", undefined],
      ["scheduled_messages", "remove"],
    ]);
    expect(own?.[1]).not.toHaveProperty("local_message_id");
    expect(own?.[2].scheduled_message_id).toBe(id);
    const { message, flags } = (received ?? []).find(({ type }: Json) => type === "message");
    expect(message).toMatchObject({ sender_id: noah.id, subject: "t", client: "ParleyTest" });
    expect(message.content).toContain("<strong>tea</strong>");
    expect(flags).toEqual(["mentioned"]);
    expect(await scheduledMessagesOf(noah)).toEqual([]);
  });

  test("to users at its exact second, and not before", async () => {
    const { noah, mia } = await newCast();
    await scheduleMessage(noah, {
      type: "direct",
      to: [mia.id],
      scheduled_delivery_timestamp: await secondsFromNow(noah, 500),
    });
    await advanceClock(noah, 495_000);
    expect(await contents(mia)).toEqual([]);
    await pass(noah, 6000);
    const [message] = await directs(mia);
    expect(message.content).toBe("later");
    expect(await secondsFromNow(noah, 0)).toBeGreaterThanOrEqual(message.timestamp);
    expect(message.timestamp).toBeGreaterThanOrEqual((await secondsFromNow(noah, 0)) - 6);
  });

  test("exactly once, even after a restart, in the order of the scheduled times", async () => {
    const { noah, mia } = await newCast();
    const due = await secondsFromNow(noah, 60);
    for (const [content, seconds] of [
      ["second", 1],
      ["third", 1],
      ["first", 0],
    ] as const) {
      const scheduled_delivery_timestamp = due + seconds;
      await scheduleMessage(noah, { type: "direct", to: [mia.id], content, scheduled_delivery_timestamp });
    }
    await evict(noah);
    await pass(noah, 62_000);
    await evict(noah);
    await pass(noah, 62_000);
    expect(await contents(mia)).toEqual(["first", "second", "third"]);
  });

  test("even if many are scheduled for the same second", async () => {
    const { noah, mia } = await newCast();
    const due = await secondsFromNow(noah, 60);
    const wanted = Array.from({ length: 12 }, (_, index) => `message ${index}`);
    for (const content of wanted) {
      await scheduleMessage(noah, { type: "direct", to: [mia.id], content, scheduled_delivery_timestamp: due });
    }
    await pass(noah);
    expect(await contents(mia)).toEqual(wanted);
  });

  test("with its latest changes, unless it was deleted", async () => {
    const { noah, mia } = await newCast();
    const changed = await scheduleMessage(noah, { type: "direct", to: [mia.id], content: "one" });
    const moved = await scheduleMessage(noah, { type: "direct", to: [mia.id], content: "two" });
    const deleted = await scheduleMessage(noah, { type: "direct", to: [mia.id], content: "three" });
    await noah.ok(noah.patch(`/scheduled_messages/${changed}`, { content: "changed" }));
    const later = await secondsFromNow(noah, 200);
    await noah.ok(noah.patch(`/scheduled_messages/${moved}`, { scheduled_delivery_timestamp: later }));
    await noah.ok(noah.delete(`/scheduled_messages/${deleted}`));
    await pass(noah);
    expect(await contents(mia)).toEqual(["changed"]);
    await pass(noah, 140_000);
    expect(await contents(mia)).toEqual(["changed", "two"]);
  });

  test("and can no longer be changed afterwards", async () => {
    const { noah, mia } = await newCast();
    const id = await scheduleMessage(noah, { type: "direct", to: [mia.id] });
    await pass(noah);
    expect(await outcome(noah.patch(`/scheduled_messages/${id}`, { content: "x" }))).toBe(
      "BAD_REQUEST: Scheduled message was already sent",
    );
    expect((await mia.patch(`/scheduled_messages/${id}`, { content: "x" })).status).toBe(404);
    expect((await noah.delete(`/scheduled_messages/${id}`)).status).toBe(404);
  });

  test("as read or unread for its sender, depending on the request or the client", async () => {
    const { noah, mia } = await newCast();
    const reader = new Person(noah.host, noah.email, noah.key, noah.id, "ZulipMobile/1.0");
    const to = [mia.id];
    await scheduleMessage(noah, { type: "direct", to, content: "unread" });
    await scheduleMessage(noah, { type: "direct", to, content: "read", read_by_sender: true });
    await scheduleMessage(reader, { type: "direct", to, content: "read too" });
    await scheduleMessage(reader, { type: "direct", to, content: "not read", read_by_sender: false });
    await scheduleMessage(reader, { type: "direct", to: [noah.id], content: "note to self" });
    await pass(noah);
    const unread = await unreadIds(noah);
    const sent = await directs(noah);
    expect(sent.filter(({ id }) => unread.includes(id)).map(({ content }) => content)).toEqual([
      "unread",
      "not read",
      "note to self",
    ]);
  });

  test("while D1 is unavailable", async () => {
    const { noah, mia } = await realm();
    const queue = await mia.queue({ event_types: ["message"] });
    await scheduleMessage(noah, { type: "direct", to: [mia.id] });
    await withDatabase(noah, "refuse", () => pass(noah));
    expect((await queue.events()).map(({ message }) => message.content)).toEqual(["later"]);
  });

  test("with flags based on the state at that time", async () => {
    const { noah, mia } = await newCast();
    await scheduleMessage(noah, { type: "direct", to: [mia.id], content: "tea?" });
    await mia.ok(mia.post("/users/me/alert_words", { alert_words: ["tea"] }));
    await mia.ok(mia.post(`/users/me/muted_users/${noah.id}`));
    await pass(noah);
    expect(await flagsOf(mia, (await directs(mia))[0].id)).toEqual(["read", "has_alert_word"]);
  });
});

describe("[messages 12] a scheduled message", () => {
  test("fails, with a notification to its sender, if the channel is archived", async () => {
    const { iris, noah } = await newCast();
    const to = await makeChannel(noah, "kitchen", [noah]);
    const [events] = await eventsDuring([noah], async () => {
      const told = await failing(noah, { type: "channel", to, topic: "t" }, () =>
        iris.ok(iris.delete(`/streams/${to}`)),
      );
      expect(told).toContain("> Not authorized to send to channel 'kitchen'");
    });
    const of = (wanted: string) => events?.filter(({ type }: Json) => type === wanted);
    expect(of("scheduled_messages")?.map(({ op }: Json) => op)).toEqual(["add", "update"]);
    expect(of("scheduled_messages")?.[1].scheduled_message).toMatchObject({ to, failed: true });
    expect(of("message")?.at(-1).message.sender_full_name).toBe("Notification Bot");
  });

  test("fails, with a notification to its sender, if the sender cannot post in the channel", async () => {
    const { iris, noah } = await newCast();
    const to = await makeChannel(noah, "kitchen", [noah]);
    const { "role:nobody": nobody } = await groupIds(iris);
    const told = await failing(noah, { type: "channel", to, topic: "t" }, () =>
      iris.ok(iris.patch(`/streams/${to}`, { can_send_message_group: { new: nobody } })),
    );
    expect(told).toContain("> You do not have permission to post in this channel.");
    const { messages } = await fetchMessages(noah, { narrow: [["is", "dm"]] });
    expect(messages.at(-1).content).toMatch(
      /<time datetime="[^"]+">.*<blockquote>\n<p>You do not have permission.*<a href="#scheduled">/s,
    );
  });

  test("fails, with a notification to its sender, if a recipient is deactivated", async () => {
    const { iris, noah, mia } = await newCast();
    const told = await failing(noah, { type: "direct", to: [mia.id] }, () => iris.ok(iris.delete(`/users/${mia.id}`)));
    expect(told).toContain(`> '${mia.email}' is no longer using this service.`);
    expect(await contents(noah)).toHaveLength(1);
  });

  test("fails, with a notification to its sender, if it is more than ten minutes late", async () => {
    const { noah, mia } = await newCast();
    const late = await scheduleMessage(noah, { type: "direct", to: [mia.id] });
    const just = await scheduleMessage(noah, {
      type: "direct",
      to: [mia.id],
      content: "just in time",
      scheduled_delivery_timestamp: await secondsFromNow(noah, 90),
    });
    await pass(noah, 675_000);
    expect((await scheduledMessagesOf(noah)).map((one) => [one.scheduled_message_id, one.failed])).toEqual([
      [late, true],
    ]);
    expect(just).toBe(late + 1);
    expect(await contents(mia)).toEqual(["just in time"]);
    expect((await directs(noah)).map(({ content }) => content).join()).toContain("could not be sent at the scheduled");
  });

  test("fails if its sender is deactivated, and notifies the sender only after reactivation", async () => {
    const { iris, noah, mia } = await newCast();
    await scheduleMessage(noah, { type: "direct", to: [mia.id] });
    await iris.ok(iris.delete(`/users/${noah.id}`));
    await scheduleMessage(mia, { type: "direct", to: [iris.id], content: "meanwhile" });
    await pass(mia);
    await iris.ok(iris.post(`/users/${noah.id}/reactivate`));
    expect((await scheduledMessagesOf(noah)).map(({ failed }) => failed)).toEqual([true]);
    expect(await contents(noah)).toEqual([]);
    expect(await contents(mia)).toEqual(["meanwhile"]);
  });

  test("that failed because it was too late is sent after it gets a new time", async () => {
    const { noah, mia } = await newCast();
    const id = await scheduleMessage(noah, { type: "direct", to: [mia.id] });
    await pass(noah, 700_000);
    const change = (fields: Fields) => noah.patch(`/scheduled_messages/${id}`, fields);
    const needsTime = "BAD_REQUEST: Scheduled delivery time must be in the future.";
    expect(await outcome(change({ content: "again" }))).toBe(needsTime);
    const later = await secondsFromNow(noah, 50);
    const [events] = await eventsDuring([noah], () =>
      noah.ok(change({ content: "again", scheduled_delivery_timestamp: later })),
    );
    expect(events?.[0].scheduled_message).toMatchObject({ content: "again", failed: false });
    await pass(noah);
    expect(await contents(mia)).toEqual(["again"]);
  });
});

test("[messages 12] a scheduled message gets its ID, and thus its place in the order, when it is sent", async () => {
  const { noah, mia } = await newCast();
  const channel = await makeChannel(noah, "kitchen", [noah, mia]);
  await noah.ok(schedule(noah, { type: "channel", to: channel, topic: "t", content: "scheduled" }));
  const before = await sendToChannel(mia, channel, "t", "before");
  await pass(noah);
  const after = await sendDirect(mia, [noah], "after");
  const narrow = [
    ["channel", "kitchen"],
    ["sender", noah.id],
  ];
  const { messages } = await fetchMessages(mia, { narrow });
  const [{ id }] = messages;
  expect(before < id && id < after).toBe(true);
});
