import { describe, expect, test } from "vitest";
import { limits } from "../../../../src/protocol/limit-table.ts";
import { fillTable } from "../../../limits/fill-table.ts";
import { channelIdOf, makeChannel, outcome, outcomes, realmWithCallers } from "../../../support/channels.ts";
import { eventsDuring } from "../../../support/events-during.ts";
import { groupIds } from "../../../support/groups.ts";
import { fetchMessages } from "../../../support/messages.ts";
import { advanceClock, evict } from "../../../support/object.ts";
import { realm } from "../../../support/organization.ts";
import type { Fields, Json, Person } from "../../../support/person.ts";
import { schedule, scheduleMessage, secondsFromNow, untilTrue } from "../../../support/scheduled-messages.ts";

const DAY = 86_400;
const DAILY = { recurrence: "FREQ=DAILY", time_zone: "UTC" };

const scheduledOf = async (who: Person): Promise<Json[]> =>
  (await who.ok(who.get("/scheduled_messages", { include_recurrence: true }))).scheduled_messages;

/** Advances the clock, and waits until nothing is due any more. */
async function pass(who: Person, seconds: number): Promise<void> {
  await advanceClock(who, seconds * 1000);
  const now = await secondsFromNow(who, 0);
  await untilTrue(async () =>
    (await scheduledOf(who)).every((one) => one.failed || one.scheduled_delivery_timestamp > now),
  );
}

const directs = async (who: Person): Promise<string[]> =>
  (await fetchMessages(who, { narrow: [["is", "dm"]], apply_markdown: false })).messages.map(
    ({ content }: Json) => content,
  );

const knows = { client_capabilities: { notification_settings_null: true, recurring_messages: true } };

/** Has Noah send Mia a message every day, the first time in a minute. */
async function daily(fields: Fields = {}) {
  const cast = await realm();
  const { noah, mia } = cast;
  const id = await scheduleMessage(noah, { type: "direct", to: [mia.id], ...DAILY, ...fields });
  const [first] = await scheduledOf(noah);
  return { ...cast, id, first, start: first.scheduled_delivery_timestamp as number };
}

describe("[messages 12] a repeating message", () => {
  test("is sent each time, and its next time is set in the same transaction", async () => {
    const { noah, mia, id, start } = await daily();
    const [events] = await eventsDuring([noah], () => pass(noah, 61));
    expect(events?.map(({ type, op }: Json) => [type, op])).toEqual([
      ["message", undefined],
      ["scheduled_messages", "update"],
    ]);
    expect(events?.[1].scheduled_message).toMatchObject({
      scheduled_message_id: id,
      scheduled_delivery_timestamp: start + DAY,
      recurrence: "FREQ=DAILY",
      time_zone: "UTC",
      recurrence_start: start,
      failed: false,
    });
    await pass(noah, DAY);
    await evict(noah);
    await pass(noah, DAY);
    expect(await directs(mia)).toEqual(["later", "later", "later"]);
  });

  test("keeps its local time of day, and starts on a day that its rule allows", async () => {
    const { noah, mia } = await realm();
    // Nine o'clock on the last Monday of winter time.
    const year = new Date((await secondsFromNow(noah, 0)) * 1000).getUTCFullYear() + 1;
    const lastOfMarch = new Date(Date.UTC(year, 2, 31, 8));
    const monday = lastOfMarch.getTime() / 1000 - (lastOfMarch.getUTCDay() + 6) * DAY;
    await scheduleMessage(noah, {
      ...{ type: "direct", to: [mia.id], scheduled_delivery_timestamp: monday - 3 * DAY },
      ...{ recurrence: "FREQ=WEEKLY;BYDAY=MO", time_zone: "Europe/Berlin" },
    });
    expect((await scheduledOf(noah))[0].scheduled_delivery_timestamp).toBe(monday);
    await pass(noah, monday + 1 - (await secondsFromNow(noah, 0)));
    expect((await scheduledOf(noah))[0].scheduled_delivery_timestamp).toBe(monday + 7 * DAY - 3600);
  });

  test("is sent once if the server was down for days, and then at its next time in the future", async () => {
    const { noah, mia, start } = await daily();
    await pass(noah, 3 * DAY + 120);
    expect(await directs(mia)).toEqual(["later"]);
    expect((await scheduledOf(noah))[0].scheduled_delivery_timestamp).toBe(start + 4 * DAY);
  });

  test("is deleted after its last time, and can't be changed then", async () => {
    const { noah, mia, id } = await daily({ recurrence: "FREQ=DAILY;COUNT=2" });
    await pass(noah, 61);
    expect(await scheduledOf(noah)).toHaveLength(1);
    await pass(noah, DAY);
    expect(await scheduledOf(noah)).toEqual([]);
    expect(await directs(mia)).toEqual(["later", "later"]);
    expect(await outcome(noah.patch(`/scheduled_messages/${id}`, { content: "x" }))).toBe(
      "BAD_REQUEST: Scheduled message was already sent",
    );
  });

  test("that can't be sent is retried, with a notification only for the first failure", async () => {
    const { iris, noah } = await realm();
    const to = await makeChannel(noah, "kitchen", [noah]);
    await scheduleMessage(noah, { type: "channel", to, topic: "t", ...DAILY });
    const groups = await groupIds(iris);
    const allow = (group: string) =>
      iris.ok(iris.patch(`/streams/${to}`, { can_send_message_group: { new: groups[group] } }));
    await allow("role:nobody");
    for (const seconds of [61, DAY, DAY]) await pass(noah, seconds);
    const [told, ...more] = await directs(noah);
    expect(told).toContain("> You do not have permission to post in this channel.");
    expect(told).toContain("tried again the next time");
    expect(more).toEqual([]);
    expect((await scheduledOf(noah))[0]).toMatchObject({ failed: false, last_failed: true });
    await allow("role:everyone");
    await pass(noah, DAY);
    expect((await scheduledOf(noah))[0]).not.toHaveProperty("last_failed");
    await allow("role:nobody");
    await pass(noah, DAY);
    expect(await directs(noah)).toHaveLength(2);
    const { messages } = await fetchMessages(noah, {
      narrow: [
        ["channel", "kitchen"],
        ["sender", noah.id],
      ],
    });
    expect(messages).toHaveLength(1);
  });

  test("whose last occurrence can't be sent is kept as failed", async () => {
    const { iris, noah, mia } = await daily({ recurrence: "FREQ=DAILY;COUNT=1" });
    await iris.ok(iris.delete(`/users/${mia.id}`));
    await pass(noah, 61);
    const [kept] = await scheduledOf(noah);
    expect(kept.failed).toBe(true);
    expect(kept).not.toHaveProperty("recurrence");
  });

  test("looks like an ordinary scheduled message to clients that do not request repetition", async () => {
    const { noah } = await realm();
    const queue = await noah.queue({ event_types: ["scheduled_messages"] });
    await scheduleMessage(noah, { type: "direct", to: [noah.id], ...DAILY });
    const [event] = await queue.events();
    const { scheduled_messages } = await noah.ok(noah.get("/scheduled_messages"));
    const registered = await noah.ok(noah.post("/register", { fetch_event_types: ["scheduled_messages"] }));
    const answers = [event?.scheduled_messages, scheduled_messages, registered.scheduled_messages];
    for (const [message] of answers) {
      for (const name of ["recurrence", "time_zone", "recurrence_start"]) expect(message).not.toHaveProperty(name);
    }
    const asked = await noah.ok(noah.post("/register", { fetch_event_types: ["scheduled_messages"], ...knows }));
    expect(asked.scheduled_messages[0]).toMatchObject(DAILY);
  });

  test.each<[Fields, string]>([
    [{ recurrence: "FREQ=YEARLY" }, "BAD_REQUEST: Invalid recurrence"],
    [{ recurrence: "FREQ=HOURLY" }, "BAD_REQUEST: Invalid recurrence"],
    [{ recurrence: "x".repeat(400) }, "BAD_REQUEST: recurrence is too long (limit: 300 characters)"],
    [{ time_zone: "Mars/Base" }, "BAD_REQUEST: Invalid timezone"],
    [{ time_zone: "+01:00" }, "BAD_REQUEST: Invalid timezone"],
    [{ time_zone: "" }, "BAD_REQUEST: Invalid timezone"],
    [{ recurrence: "" }, "BAD_REQUEST: Only a recurrence has a time zone."],
    [{ recurrence: "FREQ=DAILY;UNTIL=20200101T000000Z" }, "BAD_REQUEST: The recurrence has no time."],
  ])("is refused with %j", async (fields, refusal) => {
    const { noah, mia } = await realm();
    expect(await outcome(schedule(noah, { type: "direct", to: [mia.id], ...DAILY, ...fields }))).toBe(refusal);
  });

  test("needs a time zone", async () => {
    const { noah } = await realm();
    const call = schedule(noah, { type: "direct", to: [noah.id], recurrence: "FREQ=DAILY" });
    expect(await outcome(call)).toBe("REQUEST_VARIABLE_MISSING: Missing 'time_zone' argument");
  });
});

describe("[messages 12] changing a repeating message", () => {
  test("for all occurrences keeps their times", async () => {
    const { noah, mia, id, first } = await daily();
    await noah.ok(noah.patch(`/scheduled_messages/${id}`, { content: "other" }));
    expect(await scheduledOf(noah)).toEqual([{ ...first, content: "other", rendered_content: "<p>other</p>" }]);
    await pass(noah, 61);
    await pass(noah, DAY);
    expect(await directs(mia)).toEqual(["other", "other"]);
  });

  test("for only the next occurrence makes that an ordinary message", async () => {
    const { noah, mia, id, start } = await daily();
    const change = { content: "other", applies_to: "next", scheduled_delivery_timestamp: start + 100 };
    await noah.ok(noah.patch(`/scheduled_messages/${id}`, change));
    const [next, others] = await scheduledOf(noah);
    expect(next).toMatchObject({ content: "other", scheduled_delivery_timestamp: start + 100 });
    expect(next).not.toHaveProperty("recurrence");
    expect(others).toMatchObject({ scheduled_message_id: id, content: "later", ...DAILY });
    expect(others.scheduled_delivery_timestamp).toBe(start + DAY);
    await pass(noah, 200);
    await pass(noah, DAY);
    expect(await directs(mia)).toEqual(["other", "later"]);
  });

  test("for the next occurrence is made only once if the request names its due time", async () => {
    const { noah, id, start } = await daily();
    const once = { applies_to: "next", scheduled_delivery_timestamp: start + 100, if_due_at: start };
    await noah.ok(noah.patch(`/scheduled_messages/${id}`, once));
    const again = noah.patch(`/scheduled_messages/${id}`, once);
    expect(await outcome(again)).toBe("BAD_REQUEST: It is not due at this time.");
    const times = (await scheduledOf(noah)).map(({ scheduled_delivery_timestamp }) => scheduled_delivery_timestamp);
    expect(times).toEqual([start + 100, start + DAY]);
  });

  test("to a new time moves only the next occurrence for clients that do not support repetition", async () => {
    const { noah, id, start } = await daily();
    await noah.ok(noah.patch(`/scheduled_messages/${id}`, { scheduled_delivery_timestamp: start + 500 }));
    const times = (await scheduledOf(noah)).map(({ scheduled_delivery_timestamp }) => scheduled_delivery_timestamp);
    expect(times).toEqual([start + 500, start + DAY]);
  });

  test("to a new time for all occurrences restarts the repetition with the remaining count", async () => {
    const { noah, id, start } = await daily({ recurrence: "FREQ=DAILY;COUNT=5" });
    await pass(noah, 61);
    const fields = { scheduled_delivery_timestamp: start + DAY + 3600, applies_to: "all" };
    await noah.ok(noah.patch(`/scheduled_messages/${id}`, fields));
    expect(await scheduledOf(noah)).toMatchObject([
      { recurrence: "FREQ=DAILY;COUNT=4", scheduled_delivery_timestamp: start + DAY + 3600 },
    ]);
  });

  test("can start, change and end its repetition", async () => {
    const { noah, mia } = await realm();
    const id = await scheduleMessage(noah, { type: "direct", to: [mia.id] });
    const change = (fields: Fields) => noah.patch(`/scheduled_messages/${id}`, fields);
    const missing = "REQUEST_VARIABLE_MISSING: Missing 'time_zone' argument";
    expect(await outcome(change({ recurrence: "FREQ=DAILY" }))).toBe(missing);
    expect(await outcome(change({ time_zone: "UTC" }))).toBe("BAD_REQUEST: Only a recurrence has a time zone.");
    await noah.ok(change(DAILY));
    await noah.ok(change({ recurrence: "FREQ=DAILY;INTERVAL=2" }));
    await noah.ok(change({ time_zone: "Asia/Tokyo" }));
    expect((await scheduledOf(noah))[0]).toMatchObject({
      recurrence: "FREQ=DAILY;INTERVAL=2",
      time_zone: "Asia/Tokyo",
    });
    const both = "BAD_REQUEST: Unsupported parameter combination: applies_to, recurrence";
    expect(await outcome(change({ recurrence: "FREQ=DAILY", applies_to: "next" }))).toBe(both);
    await noah.ok(change({ recurrence: "" }));
    expect((await scheduledOf(noah))[0]).not.toHaveProperty("recurrence");
  });

  test("for the next occurrence ends the repetition if that is the last one", async () => {
    const { noah, id } = await daily({ recurrence: "FREQ=DAILY;COUNT=1" });
    await noah.ok(noah.patch(`/scheduled_messages/${id}`, { content: "other", applies_to: "next" }));
    const [only, ...more] = await scheduledOf(noah);
    expect([only.scheduled_message_id, only.content, more]).toEqual([id, "other", []]);
    expect(only).not.toHaveProperty("recurrence");
  });
});

describe("[messages 12] skipping", () => {
  test("leaves out only the next occurrence", async () => {
    const { noah, mia, id, start } = await daily();
    await noah.ok(noah.post(`/scheduled_messages/${id}/skip`));
    expect((await scheduledOf(noah))[0].scheduled_delivery_timestamp).toBe(start + DAY);
    await pass(noah, 61);
    expect(await directs(mia)).toEqual([]);
    await pass(noah, DAY);
    expect(await directs(mia)).toEqual(["later"]);
  });

  test("reduces the count, and skipping the last one deletes the message", async () => {
    const { noah, id } = await daily({ recurrence: "FREQ=DAILY;COUNT=2" });
    await noah.ok(noah.post(`/scheduled_messages/${id}/skip`));
    await noah.ok(noah.post(`/scheduled_messages/${id}/skip`));
    expect(await scheduledOf(noah)).toEqual([]);
  });

  test("the same time again is refused", async () => {
    const { noah, id, start } = await daily();
    const skip = () => noah.post(`/scheduled_messages/${id}/skip`, { scheduled_delivery_timestamp: start });
    await noah.ok(skip());
    expect(await outcome(skip())).toBe("BAD_REQUEST: It is not due at this time.");
    expect((await scheduledOf(noah))[0].scheduled_delivery_timestamp).toBe(start + DAY);
  });

  test("is allowed only for repeating messages, by their senders", async () => {
    const { by, noah, mia } = await realmWithCallers();
    const once = await scheduleMessage(noah, { type: "direct", to: [mia.id] });
    expect(await outcome(noah.post(`/scheduled_messages/${once}/skip`))).toBe("BAD_REQUEST: It does not repeat.");
    const id = await scheduleMessage(noah, { type: "direct", to: [mia.id], ...DAILY });
    const none = "BAD_REQUEST: Scheduled message does not exist";
    expect(await outcomes((who) => who.post(`/scheduled_messages/${id}/skip`), by)).toEqual({
      ...{ owner: none, administrator: none, moderator: none, member: "ok", guest: none, bot: none },
    });
  });
});

describe("[messages 12] the repeating messages of someone who is deactivated", () => {
  async function paused(fields: Fields = {}) {
    const cast = await realm();
    const { iris, noah, mia, bot } = cast;
    const channel = await makeChannel(noah, "kitchen", [noah, mia, iris]);
    const id = await scheduleMessage(noah, { type: "channel", to: channel, topic: "t", ...DAILY, ...fields });
    const direct = await scheduleMessage(noah, { type: "direct", to: [mia.id], content: "secret", ...DAILY });
    const robot = await bot(iris);
    await iris.ok(iris.delete(`/users/${noah.id}`));
    return { ...cast, channel, id, direct, robot };
  }

  const inChannel = async (who: Person): Promise<string[]> =>
    (await fetchMessages(who, { narrow: [["channel", "kitchen"]], apply_markdown: false })).messages
      .filter(({ content }: Json) => content === "later")
      .map(({ sender_full_name }: Json) => sender_full_name);

  test("are paused, administrators are notified once, and they continue when the user is reactivated", async () => {
    const { iris, noah, mia } = await paused();
    for (const seconds of [61, DAY]) {
      await scheduleMessage(iris, { type: "direct", to: [iris.id], content: "tick" });
      await pass(iris, seconds + 61);
    }
    expect(await inChannel(mia)).toEqual([]);
    const told = (await directs(iris)).filter((content) => content.includes("repeating messages"));
    expect(told).toEqual([expect.stringContaining("was deactivated, so their repeating messages are paused (2)")]);
    expect((await directs(mia)).join()).not.toContain("repeating");
    await iris.ok(iris.post(`/users/${noah.id}/reactivate`));
    await pass(noah, DAY);
    expect(await inChannel(mia)).toEqual(["Noah Example"]);
    expect(await directs(noah)).toEqual(["secret"]);
  });

  test("are shown to administrators, without content that they cannot read", async () => {
    const { iris, omar, noah, mia, channel, id, direct } = await paused();
    const secret = await makeChannel(mia, "secret", [mia], { invite_only: true });
    const hidden = await scheduleMessage(mia, { type: "channel", to: secret, topic: "t", ...DAILY });
    await iris.ok(iris.delete(`/users/${mia.id}`));
    const { paused_messages } = await omar.ok(omar.get("/scheduled_messages/paused"));
    const seen = { user_id: noah.id, ...DAILY };
    const byId = (wanted: number) => paused_messages.find((one: Json) => one.scheduled_message_id === wanted);
    expect(byId(id)).toMatchObject({ ...seen, type: "stream", to: channel, topic: "t", content: "later" });
    expect(byId(direct)).toMatchObject({ ...seen, type: "private" });
    for (const name of ["to", "topic", "content", "rendered_content"]) expect(byId(direct)).not.toHaveProperty(name);
    expect(byId(hidden)).toMatchObject({ user_id: mia.id, to: secret });
    for (const name of ["topic", "content", "rendered_content"]) expect(byId(hidden)).not.toHaveProperty(name);
    expect(await outcome(omar.post(`/scheduled_messages/paused/${hidden}`, { bot_id: 1 }))).toBe(
      "BAD_REQUEST: Only who reads the channel can continue it.",
    );
  });

  test("can be continued by a bot, and then belong to the administrator", async () => {
    const { iris, mia, channel, id, robot } = await paused();
    const [events] = await eventsDuring([iris], () =>
      iris.ok(iris.post(`/scheduled_messages/paused/${id}`, { bot_id: robot.id })),
    );
    const added = { scheduled_message_id: id, to: channel, bot_id: robot.id, ...DAILY };
    expect(events).toMatchObject([{ op: "add", scheduled_messages: [added] }]);
    expect((await iris.ok(iris.get("/scheduled_messages/paused"))).paused_messages).toHaveLength(1);
    await pass(iris, 61);
    const [name] = await inChannel(mia);
    expect(name).toBe((await iris.ok(iris.get(`/users/${robot.id}`))).user.full_name);
    await iris.ok(iris.patch(`/scheduled_messages/${id}`, { topic: "other" }));
    expect(await outcome(iris.patch(`/scheduled_messages/${id}`, { type: "direct", to: [mia.id] }))).toBe(
      "BAD_REQUEST: A bot can only send it to a channel.",
    );
    await iris.ok(iris.delete(`/bots/${robot.id}`));
    await pass(iris, DAY);
    expect((await directs(iris)).at(-1)).toContain("> Account is deactivated");
  });

  test("cannot be continued by an administrator with as many repeating messages as allowed", async () => {
    const { iris, id, robot } = await paused();
    const columns = {
      ...{ user_id: iris.id, recipients: "'[1]'", topic: "''", content: "'x'", markup: "'[]'", html: "'x'" },
      ...{ realm_url: "''", client: "'x'", read_by_sender: 1, due_at: 9_999_999_999, failed: 0 },
      recurrence: "'FREQ=DAILY'",
    };
    const { repeating_messages } = limits.account;
    await fillTable(iris, { table: "scheduled_messages", columns, where: `user_id = ${iris.id}` }, repeating_messages);
    expect(await outcome(iris.post(`/scheduled_messages/paused/${id}`, { bot_id: robot.id }))).toContain(
      "repeating messages",
    );
  });

  test("cannot be continued by a bot that their administrator no longer controls", async () => {
    const { iris, omar, mia, channel, id, robot } = await paused();
    await iris.ok(
      iris.post("/users/me/subscriptions", { subscriptions: [{ name: "kitchen" }], principals: [omar.id] }),
    );
    await omar.ok(omar.post(`/scheduled_messages/paused/${id}`, { bot_id: robot.id }));
    await iris.ok(iris.patch(`/users/${omar.id}`, { role: 400 }));
    expect(channel).toBeGreaterThan(0);
    expect(await outcome(omar.patch(`/scheduled_messages/${id}`, { content: "Omar gets a rise" }))).toBe(
      "BAD_REQUEST: Insufficient permission",
    );
    await pass(omar, 61);
    expect(await inChannel(mia)).toEqual([]);
    expect((await directs(omar)).at(-1)).toContain("> Insufficient permission");
    await omar.ok(omar.delete(`/scheduled_messages/${id}`));
  });

  test("can be continued only where the bot can post, and only if they go to channels", async () => {
    const { iris, mia, id, direct, robot, channel } = await paused();
    const go = (which: number, bot: number) =>
      outcome(iris.post(`/scheduled_messages/paused/${which}`, { bot_id: bot }));
    expect(await go(direct, robot.id)).toBe("BAD_REQUEST: Only messages to a channel can be continued.");
    expect(await go(id, mia.id)).toBe("BAD_REQUEST: No such bot");
    expect(await go(9999, robot.id)).toBe("BAD_REQUEST: Scheduled message does not exist");
    const { "role:nobody": members } = await groupIds(iris);
    await iris.ok(iris.patch(`/streams/${channel}`, { can_send_message_group: { new: members } }));
    expect(await go(id, robot.id)).toBe("BAD_REQUEST: You do not have permission to post in this channel.");
  });

  test("can be ended by administrators only while their sender is deactivated", async () => {
    const { iris, mia, direct } = await paused();
    await iris.ok(iris.delete(`/scheduled_messages/paused/${direct}`));
    expect((await iris.ok(iris.get("/scheduled_messages/paused"))).paused_messages).toHaveLength(1);
    const active = await scheduleMessage(mia, { type: "direct", to: [mia.id], ...DAILY });
    const none = "BAD_REQUEST: Scheduled message does not exist";
    expect(await outcome(iris.delete(`/scheduled_messages/paused/${active}`))).toBe(none);
    const once = await scheduleMessage(mia, { type: "channel", to: await channelIdOf(mia, "general"), topic: "t" });
    await iris.ok(iris.delete(`/users/${mia.id}`));
    expect(await outcome(iris.delete(`/scheduled_messages/paused/${once}`))).toBe(none);
  });
});
