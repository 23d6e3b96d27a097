import { describe, expect, test } from "vitest";
import { assistantOf } from "../../../support/assistant.ts";
import { forAll, makeChannel, outcome, outcomes, realmWithCallers } from "../../../support/channels.ts";
import { eventsDuring } from "../../../support/events-during.ts";
import { fetchMessages, sendDirect, sendToChannel } from "../../../support/messages.ts";
import { advanceClock, evict, tablesOf, untilShipped, withDatabase } from "../../../support/object.ts";
import { casts, realm } from "../../../support/organization.ts";
import type { Fields, Json, Person, Reply } from "../../../support/person.ts";
import { secondsFromNow, untilTrue } from "../../../support/scheduled-messages.ts";
import { until } from "../../../support/until.ts";

const newCast = casts();

const ask = async (who: Person, message_id: number, fields: Fields = {}): Promise<Reply> =>
  who.post("/reminders", { message_id, scheduled_delivery_timestamp: await secondsFromNow(who, 60), ...fields });
const remember = async (who: Person, message: number, fields: Fields = {}): Promise<number> =>
  (await who.ok(ask(who, message, fields))).reminder_id;
const remindersOf = async (who: Person): Promise<Json[]> => (await who.ok(who.get("/reminders"))).reminders;
const reminded = async (who: Person, apply_markdown = false): Promise<Json[]> => {
  const { messages } = await fetchMessages(who, { narrow: [["is", "dm"]], apply_markdown });
  return messages.filter(({ sender_full_name }: Json) => sender_full_name === "Notification Bot");
};

async function pass(who: Person): Promise<void> {
  await advanceClock(who, 61_000);
  await untilTrue(async () => (await remindersOf(who)).length === 0);
}

describe("[messages 13] a reminder", () => {
  test("quotes its message, with an event only for its user", async () => {
    const { noah, mia } = await realm();
    const channel = await makeChannel(noah, "kitchen", [noah, mia]);
    const message = await sendToChannel(noah, channel, "tea", "is there **tea**?");
    let id = 0;
    const [events, other] = await eventsDuring([mia, noah], async () => {
      id = await remember(mia, message);
    });
    const [reminder] = await remindersOf(mia);
    expect(events).toMatchObject([{ type: "reminders", op: "add", reminders: [reminder] }]);
    expect(other).toEqual([]);
    expect(reminder).toEqual({
      reminder_id: id,
      type: "private",
      to: [mia.id],
      content: [
        `You requested a reminder for #**kitchen>tea@${message}**.`,
        "",
        `@_**Noah Example|${noah.id}** [said](/#narrow/channel/${channel}-kitchen/topic/tea/near/${message}):`,
        "``` quote",
        "is there **tea**?",
        "```",
      ].join("\n"),
      rendered_content: expect.stringContaining("<strong>tea</strong>"),
      scheduled_delivery_timestamp: expect.any(Number),
      failed: false,
      reminder_target_message_id: message,
    });
    expect(await remindersOf(noah)).toEqual([]);
  });

  test("of a direct message links to the conversation, and starts with the note", async () => {
    const { noah, mia } = await realm();
    const message = await sendDirect(noah, [mia], "```\ncode\n```");
    await remember(mia, message, { note: "  buy ``` tea " });
    const [{ content }] = await remindersOf(mia);
    const people = [noah.id, mia.id].sort((a, b) => a - b).join(",");
    expect(content).toBe(
      [
        "You requested a reminder for the following direct message. Note:",
        "```` quote",
        "buy ``` tea",
        "````",
        "",
        `@_**Noah Example|${noah.id}** [said](/#narrow/dm/${people}-dm/near/${message}):`,
        "```` quote",
        "```\ncode\n```",
        "````",
      ].join("\n"),
    );
  });

  test("is sent by the notification bot when it is due, once", async () => {
    const { noah, mia } = await realm();
    const message = await sendDirect(noah, [mia], "@**Mia Example**, hello");
    const id = await remember(mia, message);
    await evict(mia);
    const [events] = await eventsDuring([mia], () => pass(mia));
    expect(events).toMatchObject([
      { type: "message", flags: [] },
      { type: "reminders", op: "remove", reminder_id: id },
    ]);
    await advanceClock(mia, 700_000);
    await evict(mia);
    const [message1, ...more] = await reminded(mia);
    expect(message1.content).toContain("You requested a reminder for");
    expect(more).toEqual([]);
    expect(await reminded(noah)).toEqual([]);
  });

  test("is sent even if it is a day late", async () => {
    const { noah, mia } = await newCast();
    await remember(mia, await sendDirect(noah, [mia], "hello"));
    await advanceClock(mia, 86_400_000);
    await untilTrue(async () => (await remindersOf(mia)).length === 0);
    expect(await reminded(mia)).toHaveLength(1);
  });

  test("is not sent if it or its message was deleted", async () => {
    const { noah, mia } = await newCast();
    const [kept, deleted, gone] = [
      await sendDirect(noah, [mia], "kept"),
      await sendDirect(noah, [mia], "deleted"),
      await sendDirect(noah, [mia], "gone"),
    ];
    await remember(mia, kept);
    const id = await remember(mia, deleted);
    const other = await remember(mia, gone);
    const [events] = await eventsDuring([mia], async () => {
      await mia.ok(mia.delete(`/reminders/${id}`));
      await noah.ok(noah.delete(`/messages/${gone}`));
    });
    const removed = events?.filter(({ type }: Json) => type === "reminders");
    expect(removed?.map(({ op, reminder_id }: Json) => [op, reminder_id])).toEqual([
      ["remove", id],
      ["remove", other],
    ]);
    await pass(mia);
    const contents = (await reminded(mia)).map(({ content }) => content).join();
    expect(["kept", "deleted", "gone"].map((text) => contents.includes(`\n${text}\n`))).toEqual([true, false, false]);
  });

  test("of a long message is truncated to the longest allowed content", async () => {
    const { noah, mia } = await newCast();
    const message = await sendDirect(noah, [mia], "x".repeat(10_000));
    await remember(mia, message);
    await pass(mia);
    const [{ content }] = await reminded(mia);
    expect(content.endsWith("x\n[message truncated]\n```")).toBe(true);
    expect(content.length).toBeLessThanOrEqual(10_000);
  });

  test("links only channels and users that its reader can see", async () => {
    const { iris, noah, mia } = await realm();
    const secret = await makeChannel(iris, "secret", [iris, noah], { invite_only: true });
    await remember(mia, await sendDirect(noah, [mia], "see #**secret** and @**Mia Example**"));
    const [{ rendered_content }] = await remindersOf(mia);
    expect(rendered_content).toContain("#<strong>secret</strong>");
    expect(rendered_content).not.toContain(`data-stream-id="${secret}"`);
    expect(rendered_content).toContain('<span class="user-mention silent"');
    await pass(mia);
    const [message] = await reminded(mia, true);
    expect(message.content).toBe(rendered_content);
    expect(message.flags).toEqual([]);
  });

  test("of an old message loads it from the organization's D1 database, and is refused if that is unavailable", async () => {
    const { noah, mia } = await realm("DB2");
    const old = await sendDirect(noah, [mia], "once upon a time");
    for (let count = 0; count < 30; count++) await sendDirect(noah, [mia], "and then");
    await untilShipped(noah);
    await withDatabase(noah, "refuse", async () => {
      expect((await ask(mia, old)).status).toBe(503);
      await remember(mia, await sendDirect(noah, [mia], "new"));
    });
    await remember(mia, old);
    const { reminder_id, content } = (await remindersOf(mia)).at(-1);
    expect(content).toContain("once upon a time");
    await mia.ok(mia.patch(`/reminders/${reminder_id}`, { note: "the tale" }));
    expect((await remindersOf(mia)).at(-1).content).toContain("once upon a time");
  });

  test("fails if its user is deactivated when it is due, and is sent once it gets a new time", async () => {
    const { iris, noah, mia } = await newCast();
    await remember(mia, await sendDirect(noah, [mia], "hello"));
    await iris.ok(iris.delete(`/users/${mia.id}`));
    await advanceClock(mia, 61_000);
    await remember(noah, await sendDirect(noah, [iris], "meanwhile"));
    await pass(noah);
    await iris.ok(iris.post(`/users/${mia.id}/reactivate`));
    const [failed] = await remindersOf(mia);
    expect(failed).toMatchObject({ failed: true });
    expect(await reminded(mia)).toEqual([]);
    const scheduled_delivery_timestamp = await secondsFromNow(mia, 60);
    await mia.ok(mia.patch(`/reminders/${failed?.reminder_id}`, { scheduled_delivery_timestamp }));
    await pass(mia);
    expect(await reminded(mia)).toHaveLength(1);
  });
});

test("[messages 13] reminders of a deactivated organization fail when they are due, and repeating ones continue", async () => {
  const { iris, noah, mia } = await realm();
  const message = await sendDirect(noah, [mia], "hello");
  await remember(mia, message);
  await remember(mia, message, { recurrence: "FREQ=DAILY", time_zone: "UTC" });
  const stored = async (table: string): Promise<readonly Json[]> => (await tablesOf(mia))[table] ?? [];
  const [sent, due] = [(await stored("messages")).length, (await stored("reminders"))[1]?.due_at];
  await iris.ok(iris.post("/realm/deactivate"));
  await advanceClock(mia, 61_000);
  await until(async () =>
    expect(await stored("reminders")).toMatchObject([{ failed: 1 }, { failed: 0, due_at: due + 86_400 }]),
  );
  expect((await stored("messages")).length).toBe(sent);
});

describe("[messages 13] requests about reminders are refused", () => {
  test("for messages that the user cannot read", async () => {
    const { by, iris, noah, mia } = await realmWithCallers();
    const secret = await makeChannel(iris, "secret", [iris, noah], { invite_only: true });
    const message = await sendToChannel(iris, secret, "t", "hidden");
    const hidden = "BAD_REQUEST: Invalid message(s)";
    expect(await outcomes((who) => ask(who, message), by)).toEqual(forAll(hidden, { owner: "ok", member: "ok" }));
    expect(await outcome(ask(mia, 999))).toBe(hidden);
  });

  test("for a time in the past, or with a note that is too long or has a null byte", async () => {
    const { noah, mia } = await newCast();
    const message = await sendDirect(noah, [mia], "hello");
    const now = await secondsFromNow(mia, 0);
    expect(await outcome(ask(mia, message, { scheduled_delivery_timestamp: now }))).toBe(
      "BAD_REQUEST: Scheduled delivery time must be in the future.",
    );
    expect(await outcome(ask(mia, message, { note: "x".repeat(501) }))).toBe(
      "BAD_REQUEST: note is too long (limit: 500 characters)",
    );
    expect(await outcome(ask(mia, message, { note: "a\0b" }))).toBe("BAD_REQUEST: Message must not contain null bytes");
    expect(await outcome(mia.post("/reminders", { message_id: message }))).toBe(
      "REQUEST_VARIABLE_MISSING: Missing 'scheduled_delivery_timestamp' argument",
    );
    expect(await remindersOf(mia)).toEqual([]);
  });

  test("if they delete another user's reminder", async () => {
    const { by, noah, mia } = await realmWithCallers();
    const id = await remember(mia, await sendDirect(noah, [mia], "hello"));
    for (const who of [by.owner, by.administrator, by.member, by.bot]) {
      const { status, body } = await who.delete(`/reminders/${id}`);
      expect([status, body.code, body.msg]).toEqual([404, "BAD_REQUEST", "Reminder does not exist"]);
    }
    expect(await remindersOf(mia)).toHaveLength(1);
  });
});

describe("[messages 13] a repeating reminder", () => {
  const DAY = 86_400;
  const DAILY = { recurrence: "FREQ=DAILY;COUNT=3", time_zone: "Asia/Tokyo" };
  const all = async (who: Person): Promise<Json[]> =>
    (await who.ok(who.get("/reminders", { include_recurrence: true }))).reminders;

  /** Advances the clock, and waits until nothing is due any more. */
  async function wait(who: Person, seconds: number): Promise<void> {
    await advanceClock(who, seconds * 1000);
    const now = await secondsFromNow(who, 0);
    await untilTrue(async () => (await all(who)).every((one) => one.scheduled_delivery_timestamp > now));
  }

  test("is sent each time and moves to its next time, until its last", async () => {
    const { noah, mia } = await realm();
    const message = await sendDirect(noah, [mia], "tea");
    const id = await remember(mia, message, DAILY);
    const [first] = await all(mia);
    const start = first.scheduled_delivery_timestamp;
    expect(first).toMatchObject({ ...DAILY, recurrence_start: start });
    const [events] = await eventsDuring([mia], () => wait(mia, 61));
    const ops = events?.filter(({ type }: Json) => type === "reminders").map(({ op }: Json) => op);
    expect(ops).toEqual(["remove", "add"]);
    expect(await all(mia)).toEqual([{ ...first, scheduled_delivery_timestamp: start + DAY }]);
    expect(id).toBe(first.reminder_id);
    await wait(mia, DAY);
    await wait(mia, DAY);
    expect(await all(mia)).toEqual([]);
    expect(await reminded(mia)).toHaveLength(3);
  });

  test("is sent once if the server was down, and continues when its user is reactivated", async () => {
    const { iris, noah, mia } = await realm();
    const message = await sendDirect(noah, [mia], "tea");
    await remember(mia, message, { ...DAILY, recurrence: "FREQ=DAILY" });
    await wait(mia, 3 * DAY + 61);
    expect(await reminded(mia)).toHaveLength(1);
    await iris.ok(iris.delete(`/users/${mia.id}`));
    await remember(noah, message);
    await advanceClock(noah, DAY * 1000);
    await untilTrue(async () => (await remindersOf(noah)).length === 0);
    await iris.ok(iris.post(`/users/${mia.id}/reactivate`));
    expect(await reminded(mia)).toHaveLength(1);
    await wait(mia, DAY);
    expect(await reminded(mia)).toHaveLength(2);
  });

  test("can skip its next time, and looks like an ordinary reminder to clients that do not request repetition", async () => {
    const { noah, mia } = await realm();
    const message = await sendDirect(noah, [mia], "tea");
    const id = await remember(mia, message, DAILY);
    const [{ scheduled_delivery_timestamp: start }] = await all(mia);
    const skip = (fields: Fields = {}) => mia.post(`/reminders/${id}/skip`, fields);
    await mia.ok(skip({ scheduled_delivery_timestamp: start }));
    expect(await outcome(skip({ scheduled_delivery_timestamp: start }))).toBe(
      "BAD_REQUEST: It is not due at this time.",
    );
    expect((await all(mia))[0].scheduled_delivery_timestamp).toBe(start + DAY);
    expect((await remindersOf(mia))[0]).not.toHaveProperty("recurrence");
    expect(await outcome(noah.post(`/reminders/${id}/skip`))).toBe("BAD_REQUEST: Reminder does not exist");
    await mia.ok(skip());
    await mia.ok(skip());
    expect(await all(mia)).toEqual([]);
    const once = await remember(mia, message);
    expect(await outcome(mia.post(`/reminders/${once}/skip`))).toBe("BAD_REQUEST: It does not repeat.");
  });
});

describe("[messages 13] changing a reminder", () => {
  const DAY = 86_400;
  const DAILY = { recurrence: "FREQ=DAILY;COUNT=5", time_zone: "Asia/Tokyo" };
  const all = async (who: Person): Promise<Json[]> =>
    (await who.ok(who.get("/reminders", { include_recurrence: true }))).reminders;

  async function remembered(fields: Fields = {}) {
    const cast = await realm();
    const message = await sendDirect(cast.noah, [cast.mia], "tea");
    const id = await remember(cast.mia, message, { note: "first", ...fields });
    const change = (change: Fields, who = cast.mia) => who.patch(`/reminders/${id}`, change);
    const [{ scheduled_delivery_timestamp: start }] = await all(cast.mia);
    return { ...cast, message, id, change, start };
  }

  test("with a new note keeps its message and time, and other clients see the reminder removed and added", async () => {
    const { mia, id, change, start } = await remembered();
    const others = await mia.queue({ event_types: ["reminders"] });
    const [events] = await eventsDuring([mia], () => mia.ok(change({ note: " second " })));
    const [now] = await remindersOf(mia);
    expect(events?.map(({ op }) => op)).toEqual(["remove", "add"]);
    expect(events?.[1]?.reminders).toEqual(await all(mia));
    expect(await others.events()).toMatchObject([
      { type: "reminders", op: "remove", reminder_id: id },
      { type: "reminders", op: "add", reminders: [now] },
    ]);
    expect(now).toMatchObject({ reminder_id: id, scheduled_delivery_timestamp: start });
    expect(now).not.toHaveProperty("note");
    expect(now.content).toMatch(/Note:\n``` quote\nsecond\n```\n[\s\S]*\ntea\n/);
    await mia.ok(change({ note: "" }));
    expect(await all(mia)).toMatchObject([{ note: "" }]);
    expect((await all(mia))[0].content).not.toContain("Note:");
    await pass(mia);
    expect(await reminded(mia)).toHaveLength(1);
  });

  test("to a new time delays it until then", async () => {
    const { mia, change, start } = await remembered();
    await mia.ok(change({ scheduled_delivery_timestamp: start + 3600 }));
    await advanceClock(mia, 120_000);
    expect(await reminded(mia)).toEqual([]);
    await advanceClock(mia, 3_600_000);
    await untilTrue(async () => (await remindersOf(mia)).length === 0);
    expect((await reminded(mia))[0].content).toContain("first");
  });

  test("for the next occurrence splits off a separate reminder, and later changes affect the remaining occurrences", async () => {
    const { mia, id, change, start } = await remembered(DAILY);
    await mia.ok(change({ note: "only this", applies_to: "next" }));
    await mia.ok(change({ note: "all later", recurrence: "FREQ=DAILY;INTERVAL=2", time_zone: "UTC" }));
    const [next, others] = await all(mia);
    expect(next).toMatchObject({ note: "only this", scheduled_delivery_timestamp: start });
    expect(next).not.toHaveProperty("recurrence");
    expect(others).toMatchObject({ reminder_id: id, note: "all later", recurrence: "FREQ=DAILY;INTERVAL=2" });
    expect(others.scheduled_delivery_timestamp).toBe(start + DAY);
    await mia.ok(change({ scheduled_delivery_timestamp: start + 10 * DAY }));
    expect((await all(mia)).map((one) => one.scheduled_delivery_timestamp - start)).toEqual([0, 3 * DAY, 10 * DAY]);
    await mia.ok(change({ recurrence: "" }));
    expect((await all(mia))[1]).not.toHaveProperty("recurrence");
    await mia.ok(change({ ...DAILY, scheduled_delivery_timestamp: start + DAY }));
    expect((await all(mia))[1]).toMatchObject({ ...DAILY, recurrence_start: start + DAY });
  });

  test("for the next occurrence takes effect only once if the request names its due time", async () => {
    const { mia, change, start } = await remembered(DAILY);
    const once = { note: "only this", applies_to: "next", if_due_at: start };
    await mia.ok(change(once));
    expect(await outcome(change(once))).toBe("BAD_REQUEST: It is not due at this time.");
    expect((await all(mia)).map((one) => one.scheduled_delivery_timestamp - start)).toEqual([0, DAY]);
  });

  test("is refused for other users, with an empty or invalid change, and with a new note for an unreadable message", async () => {
    const { iris, noah, mia, change } = await remembered();
    const theirAssistant = await assistantOf(mia);
    for (const who of [noah, iris, theirAssistant]) {
      expect((await change({ note: "x" }, who)).status).toBeGreaterThanOrEqual(403);
    }
    expect(await outcome(change({}))).toBe("BAD_REQUEST: Nothing to change");
    expect(await outcome(change({ scheduled_delivery_timestamp: 1000 }))).toContain("must be in the future");
    expect(await outcome(change({ note: "x".repeat(501) }))).toContain("note is too long");
    const channel = await makeChannel(noah, "kitchen", [noah, mia], { invite_only: true });
    const secret = await remember(mia, await sendToChannel(noah, channel, "tea", "secret"));
    await mia.ok(mia.delete("/users/me/subscriptions", { subscriptions: ["kitchen"] }));
    expect(await outcome(mia.patch(`/reminders/${secret}`, { note: "x" }))).toBe("BAD_REQUEST: Invalid message(s)");
    const later = await secondsFromNow(mia, 3600);
    await mia.ok(mia.patch(`/reminders/${secret}`, { scheduled_delivery_timestamp: later }));
  });
});
