import { describe, expect, test } from "vitest";
import { limits } from "../../../../src/protocol/limit-table.ts";
import { makeChannel, outcome, outcomes, realmWithCallers } from "../../../support/channels.ts";
import { eventsDuring } from "../../../support/events-during.ts";
import { groupIds } from "../../../support/groups.ts";
import { sendToChannel } from "../../../support/messages.ts";
import { advanceClock, evict, executeSql, inRealm, passTime, tablesOf, withConfig } from "../../../support/object.ts";
import { realm, shared } from "../../../support/organization.ts";
import type { Json, Person } from "../../../support/person.ts";
import { answer, answerQueue, button, offer, press, pressQueue, zform } from "./pressing.ts";

const GENERAL = { channel: "general" };

/** An organization with a bot that waits for presses of a message in #general. */
async function scene(extra: Json = { buttons: [button("ack"), button("resolve", { value: "17" })] }) {
  const cast = await realm();
  const bot = await cast.bot(cast.noah);
  const message = await offer(bot, GENERAL, extra);
  return { ...cast, bot: bot as Person, makeBot: cast.bot, message, queue: await pressQueue(bot) };
}

const messageOf = async (who: Person, id: number): Promise<Json> =>
  (await who.ok(who.get(`/messages/${id}`, { apply_markdown: false }))).message;
const widgets = async (who: Person, id: number) =>
  (await messageOf(who, id)).submessages.map(({ content }: Json) => JSON.parse(content));

describe("a message with buttons", () => {
  test("lists equivalent commands for clients without buttons, and includes a choices widget for Zulip's clients", async () => {
    const { mia, message } = await scene();
    const { content } = await messageOf(mia, message);
    expect(content).toBe("The server is down.\n\n`/do ack` ACK\n`/do resolve` RESOLVE");
    const [{ extra_data }] = await widgets(mia, message);
    expect(extra_data).toMatchObject({
      ...{ type: "choices", heading: "The server is down.", lists_commands: true },
      choices: [
        { type: "multiple_choice", short_name: "ACK", long_name: "/do ack", reply: "/do ack" },
        { type: "multiple_choice", short_name: "RESOLVE", long_name: "/do resolve", reply: "/do resolve" },
      ],
    });
  });

  test("keeps its text if the text already has all commands", async () => {
    const { bot, mia } = await scene();
    const id = await offer(bot, GENERAL, { buttons: [button("ack")] }, "Write `/do ack`.");
    expect((await messageOf(mia, id)).content).toBe("Write `/do ack`.");
    expect((await widgets(mia, id))[0].extra_data.lists_commands).toBe(false);
  });

  test("lists the command of a form", async () => {
    const form = { fields: [{ id: "did", label: "Did", type: "text" }], submit: "Send", command: "/standup" };
    const { mia, message } = await scene({ form });
    expect((await messageOf(mia, message)).content).toBe("The server is down.\n\n`/standup` Send");
  });

  const withBot = shared(async () => {
    const cast = await realm();
    return { ...cast, sender: await cast.bot(cast.noah) };
  });

  test.each([
    ["neither choices nor buttons", {}],
    ["buttons and a form", { buttons: [button("a")], form: { fields: [], submit: "Send", command: "/x" } }],
    ["six buttons", { buttons: ["a", "b", "c", "d", "e", "f"].map((id) => button(id)) }],
    ["two buttons with one id", { buttons: [button("a"), button("a")] }],
    ["a button without a command", { buttons: [{ id: "a", label: "A" }] }],
    ["a label of two lines", { buttons: [button("a", { label: "A\nB" })] }],
    ["a long label", { buttons: [button("a", { label: "x".repeat(76) })] }],
    ["a command with a backtick", { buttons: [button("a", { command: "/do `a`" })] }],
    [
      "a choice without options",
      { form: { fields: [{ id: "a", label: "A", type: "choice" }], submit: "S", command: "/x" } },
    ],
    ["a form without fields", { form: { fields: [], submit: "S", command: "/x" } }],
  ])("can't be sent with %s", async (_, extra) => {
    const { noah, sender } = await withBot();
    const fields = { type: "direct", to: [noah.id], content: "Hello", widget_content: zform(extra) };
    const { status, body } = await sender.post("/messages", fields);
    expect([status, body.code, body.msg]).toEqual([400, "BAD_REQUEST", expect.stringMatching(/^widget_content/)]);
  });
});

describe("a press", () => {
  test("is sent only to the bot, and its answer only to the person who pressed", async () => {
    const { bot, mia, noah, message, queue } = await scene();
    const [own, others] = [await answerQueue(mia), await answerQueue(noah)];
    const { press_id, state } = await mia.ok(press(mia, message, { button_id: "resolve", local_id: "one" }));
    expect(state).toBe("waiting");
    const [event] = await queue.events();
    expect(event).toMatchObject({
      type: "press",
      press: {
        ...{ press_id, message_id: message, button_id: "resolve", value: "17", entered: null },
        ...{ user_id: mia.id, user_full_name: "Mia Example", pressed_at: expect.any(Number) },
      },
    });
    await bot.ok(answer(bot, press_id, { private: "*Thanks*" }));
    expect(await own.events()).toEqual([
      {
        ...{ id: expect.any(Number), type: "press_answer", press_id, message_id: message, local_id: "one" },
        ...{ state: "answered", content: "*Thanks*", rendered_content: "<p><em>Thanks</em></p>" },
      },
    ]);
    expect(await others.events()).toEqual([]);
    expect((await messageOf(noah, message)).submessages.length).toBe(1);
  });

  test("counts once however often it is sent, and shows its state", async () => {
    const { bot, mia, message, queue } = await scene();
    const again = () => mia.ok(press(mia, message, { button_id: "ack", local_id: "same" }));
    const all = await Promise.all(Array.from({ length: 5 }, again));
    const [{ press_id }] = all as [Json];
    expect(all.map((one) => [one.press_id, one.state])).toEqual(Array(5).fill([press_id, "waiting"]));
    expect((await queue.events()).length).toBe(1);
    await bot.ok(answer(bot, press_id, { private: "Done" }));
    expect(await again()).toMatchObject({ press_id, state: "answered", content: "Done" });
    expect(await outcome(answer(bot, press_id, { private: "Twice" }))).toBe(
      "BAD_REQUEST: This press has been answered already.",
    );
    expect(await queue.events()).toEqual([]);
  });

  test("updates the bot's message for everyone, and the new buttons work", async () => {
    const { bot, mia, noah, message, queue } = await scene();
    const { press_id } = await mia.ok(press(mia, message, { button_id: "ack" }));
    const update = { content: "Acknowledged by Mia.", widget_content: zform({ buttons: [button("resolve")] }) };
    const [events] = await eventsDuring([noah], () => bot.ok(answer(bot, press_id, { update })));
    expect(events?.map(({ type }) => type)).toEqual(["update_message", "submessage"]);
    expect((await messageOf(noah, message)).content).toBe("Acknowledged by Mia.\n\n`/do resolve` RESOLVE");
    expect(await outcome(press(mia, message, { button_id: "ack" }))).toBe(
      "BUTTON_GONE: The message has no such button.",
    );
    const second = await noah.ok(press(noah, message, { button_id: "resolve" }));
    await bot.ok(answer(bot, second.press_id, { update: "Resolved by Noah.", reply: "All is well." }));
    expect(await widgets(mia, message)).toMatchObject([{ widget_type: "zform" }, { type: "replaced", widget: null }]);
    expect(await outcome(press(mia, message, { button_id: "resolve" }))).toMatch(/^BUTTON_GONE/);
    const { messages } = await mia.ok(mia.get("/messages", { anchor: "newest", num_before: 1, num_after: 0 }));
    expect(messages[0]).toMatchObject({ sender_id: bot.id, subject: "alerts", content: "<p>All is well.</p>" });
    expect((await queue.events()).length).toBe(2);
  });

  test("counts as unanswered after three seconds, and shows a late answer", async () => {
    const { bot, mia, message } = await scene();
    const own = await answerQueue(mia);
    const { press_id } = await mia.ok(press(mia, message, { button_id: "ack" }));
    await passTime(mia, 3000);
    expect(await own.events()).toMatchObject([{ press_id, state: "unanswered" }]);
    await bot.ok(answer(bot, press_id, { private: "Sorry" }));
    expect(await own.events()).toMatchObject([{ press_id, state: "answered", content: "Sorry" }]);
  });

  test("counts as unanswered even if the object was evicted", async () => {
    const { mia, message } = await scene();
    const own = await answerQueue(mia);
    await mia.ok(press(mia, message, { button_id: "ack" }));
    await evict(mia);
    await passTime(mia, 3000);
    expect(await own.events()).toMatchObject([{ state: "unanswered" }]);
  });

  test("is refused after the buttons have expired", async () => {
    const { mia, message } = await scene({ buttons: [button("ack")], until: Math.floor(Date.now() / 1000) + 3600 });
    await mia.ok(press(mia, message, { button_id: "ack" }));
    await advanceClock(mia, 3_601_000);
    expect(await outcome(press(mia, message, { button_id: "ack" }))).toBe("BUTTON_GONE: It's too late for this.");
  });

  test("is refused after its message was deleted, which also drops pending presses", async () => {
    const { bot, iris, mia, message } = await scene();
    const { press_id } = await mia.ok(press(mia, message, { button_id: "ack" }));
    await iris.ok(iris.delete(`/messages/${message}`));
    expect(await outcome(press(mia, message, { button_id: "ack" }))).toBe("BAD_REQUEST: Invalid message(s)");
    expect(await outcome(answer(bot, press_id, {}))).toBe("BAD_REQUEST: Invalid press");
    expect((await tablesOf(mia))["presses"]).toEqual([]);
  });

  test("is refused and not queued while the bot is away", async () => {
    const { noah, mia, makeBot } = await scene();
    const away = await makeBot(noah, { full_name: "Gull" });
    const message = await offer(away, GENERAL, { buttons: [button("ack")] });
    const refusal = "BOT_UNAVAILABLE: Gull isn't available now. Try again later.";
    expect(await outcome(press(mia, message, { button_id: "ack" }))).toBe(refusal);
    await away.queue({ event_types: ["message"] });
    expect(await outcome(press(mia, message, { button_id: "ack", local_id: "later" }))).toBe(refusal);
    const queue = await away.queue();
    await mia.ok(press(mia, message, { button_id: "ack", local_id: "later" }));
    expect(await queue.events()).toMatchObject([{ type: "press" }]);
    await noah.ok(noah.delete(`/bots/${away.id}`));
    expect(await outcome(press(mia, message, { button_id: "ack" }))).toBe(refusal);
    expect((await tablesOf(mia))["presses"]?.length).toBe(1);
  });

  test("isn't delivered if the bot can no longer read the message", async () => {
    const { iris, mia, message } = await scene();
    await makeChannel(iris, "secret", [iris, mia], { invite_only: true });
    const { stream_id } = await mia.ok(mia.get("/get_stream_id", { stream: "secret" }));
    await iris.ok(iris.patch(`/messages/${message}`, { stream_id }));
    expect(await outcome(press(mia, message, { button_id: "ack" }))).toMatch(/^BOT_UNAVAILABLE/);
  });

  const countOnce = async (number: number) => {
    const { mia, noah, iris, message, queue } = await scene();
    const own = await answerQueue(mia);
    const people = [mia, noah, iris];
    const sent = Array.from({ length: number }, (_, index) => ({
      who: people[index % 3] as Person,
      local_id: `n${index}`,
    }));
    await withConfig(mia, { rateLimits: false }, async () => {
      for (let start = 0; start < sent.length; start += 50) {
        const some = sent.slice(start, start + 50).flatMap((one, index) => (index % 10 === 0 ? [one, one] : [one]));
        const replies = await Promise.all(
          some.map(({ who, local_id }) => press(who, message, { button_id: "ack", local_id })),
        );
        expect(replies.filter(({ status }) => status !== 200)).toEqual([]);
      }
    });
    const told: number[] = [];
    for (let events = await queue.events(); events.length > 0; events = await queue.events()) {
      told.push(...events.map((event) => event.press.press_id));
    }
    expect([told.length, new Set(told).size]).toEqual([number, number]);
    await passTime(mia, 60_000);
    const ended: Json[] = [];
    for (let events = await own.events(); events.length > 0; events = await own.events()) ended.push(...events);
    expect(ended.filter(({ state }) => state === "unanswered").length).toBe(Math.ceil(number / 3));
  };
  test("counts once even among a hundred in a second, some of them sent twice", () => countOnce(100));
  test("counts once even among a thousand in a second, some of them sent twice", { tags: "nightly" }, () =>
    countOnce(1000),
  );

  test("is refused while too many presses wait for the bot, and only the newest are kept", async () => {
    const { mia, noah, bot, message } = await scene();
    const fill = (number: number, state: string) =>
      executeSql(
        mia,
        `INSERT INTO presses (message_id, bot_id, user_id, local_id, pressed_at, state)
         WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
         SELECT ?, ?, ?, ? || i, 9e12, ? FROM n`,
        ...[number, message, bot.id, mia.id, state, state],
      );
    await fill(limits.account.waiting_presses - 1, "waiting");
    await mia.ok(press(mia, message, { button_id: "ack" }));
    expect((await press(mia, message, { button_id: "ack" })).status).toBe(429);
    await executeSql(mia, "DELETE FROM presses");
    await fill(limits.organization.presses, "answered");
    const before = (await tablesOf(mia))["presses"]?.length ?? 0;
    await mia.ok(press(mia, message, { button_id: "ack" }));
    expect((await tablesOf(mia))["presses"]?.length).toBeLessThanOrEqual(before);
    await executeSql(mia, "DELETE FROM presses");
    await fill(limits.account.presses_of_message + 2, "answered");
    await noah.ok(press(noah, message, { button_id: "ack" }));
    await mia.ok(press(mia, message, { button_id: "ack" }));
    const rows = (await tablesOf(mia))["presses"] as Json[];
    const ids = rows
      .filter(({ user_id, state }) => user_id === mia.id && state === "answered")
      .map(({ local_id }) => local_id);
    expect([ids.length, ids.includes("answered2"), ids.includes("answered3")]).toEqual([
      ...[limits.account.presses_of_message, false, true],
    ]);
    expect(rows.length).toBe(limits.account.presses_of_message + 2);
  });
});

test("the oldest presses are dropped once the total size of all presses exceeds a limit", async () => {
  const { mia, bot, iris, message } = await scene();
  const { press_bytes } = limits.organization;
  const fill = (number: number, length: number, id: string) =>
    executeSql(
      mia,
      `INSERT INTO presses (message_id, bot_id, user_id, local_id, entered, pressed_at, state)
       WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
       SELECT ?, ?, ?, ? || i, '{"did":"' || hex(zeroblob(? / 2)) || '"}', 9e12, 'answered' FROM n`,
      ...[number, message + 1, bot.id, mia.id, id, length],
    );
  const kept = () =>
    inRealm(mia, ({ sql }) => {
      const rows = sql
        .exec(
          `SELECT local_id, 300 + octet_length(local_id) + coalesce(octet_length(entered), 0)
             + coalesce(octet_length(answer) + octet_length(answer_html), 0) AS bytes FROM presses ORDER BY id`,
        )
        .toArray();
      const { used } = sql.exec("SELECT used FROM press_space").one();
      const counted = rows.reduce((sum, { bytes }) => sum + Number(bytes), 0);
      return { used: Number(used), counted, ids: rows.map(({ local_id }) => local_id) };
    });
  const length = 100_000;
  const number = Math.ceil(press_bytes / length);
  await fill(20, 2, "short");
  await fill(number, length, "long");
  const { press_id } = await mia.ok(press(mia, message, { button_id: "ack" }));
  const pressed = await kept();
  expect([pressed.ids[0], pressed.ids.length]).toEqual(["long2", number]);
  expect(pressed.used).toBeLessThanOrEqual(press_bytes);
  await fill(1, press_bytes - pressed.used + length, "last");
  await bot.ok(answer(bot, press_id, { private: "Thanks" }));
  const answered = await kept();
  expect([answered.ids[0], answered.ids.at(-1)]).toEqual(["long4", "last1"]);
  await iris.ok(iris.delete(`/messages/${message}`));
  const deleted = await kept();
  for (const { used, counted } of [pressed, answered, deleted]) expect(used).toBe(counted);
  expect(deleted.used).toBeLessThan(answered.used);
});

describe("a private answer", () => {
  const kept = async (who: Person, ...message_ids: number[]) =>
    (await who.ok(who.get("/presses", { message_ids }))).presses;

  test("is kept until its message is deleted, and is shown only to the user who pressed", async () => {
    const { bot, mia, noah, iris, message } = await scene();
    const { press_id } = await mia.ok(press(mia, message, { button_id: "ack" }));
    expect(await kept(mia, message)).toEqual([]);
    await bot.ok(answer(bot, press_id, { private: "*Yours*" }));
    await noah.ok(press(noah, message, { button_id: "ack" }));
    await evict(mia);
    await advanceClock(mia, 30 * 24 * 3_600_000);
    await pressQueue(bot);
    await noah.ok(press(noah, message, { button_id: "ack" }));
    const [own, ...others] = await kept(mia, message, 999_999);
    const rendered_content = "<p><em>Yours</em></p>";
    expect(own).toEqual({ message_id: message, press_id, state: "answered", content: "*Yours*", rendered_content });
    expect(others).toEqual([]);
    expect([await kept(noah, message), await kept(iris, message)]).toEqual([[], []]);
    expect(await outcome(bot.get("/presses", { message_ids: [message] }))).toMatch(/does not accept bot requests/);
    for (const who of [mia, noah, iris]) expect(JSON.stringify(await messageOf(who, message))).not.toContain("Yours");
    expect(JSON.stringify(await mia.ok(mia.post("/register", {})))).not.toContain("Yours");
    await iris.ok(iris.delete(`/messages/${message}`));
    expect(await kept(mia, message)).toEqual([]);
    expect((await tablesOf(mia))["presses"]).toEqual([]);
  });

  test("is replaced by the answer to a later press, and stays after the bot is deactivated", async () => {
    const { bot, mia, noah, message } = await scene();
    const once = async (fields: Json) => {
      const { press_id } = await mia.ok(press(mia, message, { button_id: "ack" }));
      await bot.ok(answer(bot, press_id, fields));
    };
    await once({ private: "First" });
    await once({ private: "Second" });
    await noah.ok(noah.delete(`/bots/${bot.id}`));
    expect(await kept(mia, message)).toMatchObject([{ content: "Second" }]);
  });

  test("is hidden from users who can no longer read the message", async () => {
    const { bot, iris, mia, message } = await scene();
    const { press_id } = await mia.ok(press(mia, message, { button_id: "ack" }));
    await bot.ok(answer(bot, press_id, { private: "Yours" }));
    const secret = await makeChannel(iris, "secret", [iris], { invite_only: true });
    await iris.ok(iris.patch(`/messages/${message}`, { stream_id: secret }));
    expect(await kept(mia, message)).toEqual([]);
  });
});

describe("who can press", () => {
  test("only people who can read the message and post in its channel can press its buttons", async () => {
    const { by, iris, bot } = await realmWithCallers();
    const sender = await bot(iris);
    await sender.queue();
    await makeChannel(iris, "ships", [by.guest, by.member, sender]);
    const message = await offer(sender, { channel: "ships" }, { buttons: [button("ack")] });
    const all = await outcomes((who) => press(who, message, { button_id: "ack" }), by);
    expect(all).toEqual({
      ...{ owner: "ok", administrator: "ok", moderator: "ok", member: "ok", guest: "ok" },
      bot: "BAD_REQUEST: This endpoint does not accept bot requests.",
    });
    const quiet = await makeChannel(iris, "quiet", [by.member, sender]);
    const other = await offer(sender, { channel: "quiet" }, { buttons: [button("ack")] });
    const { "role:administrators": admins } = await groupIds(iris);
    await iris.ok(iris.patch(`/streams/${quiet}`, { can_send_message_group: { new: admins } }));
    expect(await outcome(press(by.member, other, { button_id: "ack" }))).toBe(
      "PERMISSION_DENIED: You do not have permission to post in this channel.",
    );
    expect(await outcome(press(by.guest, other, { button_id: "ack" }))).toBe("BAD_REQUEST: Invalid message(s)");
    expect(await outcome(press(by.administrator, other, { button_id: "ack" }))).toBe("ok");
  });

  test("only the users and groups that a button names can press it", async () => {
    const { by, iris, bot } = await realmWithCallers();
    const sender = await bot(iris);
    await sender.queue();
    const { "role:moderators": moderators } = await groupIds(iris);
    const message = await offer(sender, GENERAL, {
      buttons: [button("ack", { who: { users: [by.member.id], groups: [moderators] } }), button("all")],
    });
    const denied = "PERMISSION_DENIED: You don't have permission to press this button.";
    expect(await outcomes((who) => press(who, message, { button_id: "ack" }), by)).toMatchObject({
      ...{ owner: "ok", administrator: "ok", moderator: "ok", member: "ok" },
    });
    const direct = await offer(
      sender,
      { people: [by.guest, by.member] },
      {
        buttons: [button("ack", { who: { users: [by.member.id] } })],
      },
    );
    expect(await outcome(press(by.guest, direct, { button_id: "ack" }))).toBe(denied);
    expect(await outcome(press(by.member, direct, { button_id: "ack" }))).toBe("ok");
    expect(await outcome(press(by.owner, direct, { button_id: "ack" }))).toBe("BAD_REQUEST: Invalid message(s)");
  });

  test("members of a deactivated group cannot press a button that names it", async () => {
    const { iris, mia, noah, bot } = await realmWithCallers();
    const sender = await bot(iris);
    await sender.queue();
    const created = { name: "crew", description: "", members: JSON.stringify([mia.id, noah.id]) };
    const { group_id } = await iris.ok(iris.post("/user_groups/create", created));
    const who = { users: [noah.id], groups: [group_id] };
    const message = await offer(sender, GENERAL, { buttons: [button("ack", { who })] });
    await iris.ok(iris.post(`/user_groups/${group_id}/deactivate`));
    expect(await outcome(press(mia, message, { button_id: "ack" }))).toBe(
      "PERMISSION_DENIED: You don't have permission to press this button.",
    );
    expect(await outcome(press(noah, message, { button_id: "ack" }))).toBe("ok");
    await iris.ok(iris.patch(`/user_groups/${group_id}`, { deactivated: false }));
    expect(await outcome(press(mia, message, { button_id: "ack" }))).toBe("ok");
  });

  test("only the bot that sent the button can answer a press", async () => {
    const { noah, mia, message, makeBot } = await scene();
    const other = await makeBot(noah);
    const { press_id } = await mia.ok(press(mia, message, { button_id: "ack" }));
    expect(await outcome(answer(other, press_id, {}))).toBe("BAD_REQUEST: Invalid press");
    expect(await outcome(answer(mia, press_id, {}))).toBe("PERMISSION_DENIED: Must be a bot user");
  });

  test("buttons in a user's message cannot be pressed", async () => {
    const { mia, noah } = await realm();
    const message = await sendToChannel(noah, "general", "tea", "Hello");
    const content = JSON.stringify(zform({ heading: "", choices: [], buttons: [button("ack")] }));
    await noah.ok(noah.post("/submessage", { message_id: message, msg_type: "widget", content }));
    expect(await outcome(press(mia, message, { button_id: "ack" }))).toMatch(/^BUTTON_GONE/);
  });
});

test("a bot replies in a channel only if it, or the user who pressed, can post there", async () => {
  const { iris, noah, mia, bot: makeBot } = await realm();
  const bot = await makeBot(noah);
  const channel = await makeChannel(iris, "alerts", [iris, noah, mia, bot]);
  const who = { users: [noah.id, iris.id], groups: [] };
  const message = await offer(bot, { channel: "alerts" }, { buttons: [button("ack", { who })] });
  const owners = { direct_members: [iris.id], direct_subgroups: [] };
  await iris.ok(iris.patch(`/streams/${channel}`, { can_send_message_group: { new: owners } }));
  await pressQueue(bot);
  const byNoah = await noah.ok(press(noah, message, { button_id: "ack" }));
  expect(await outcome(answer(bot, byNoah.press_id, { reply: "I can post here" }))).toBe(
    "BAD_REQUEST: You do not have permission to post in this channel.",
  );
  await bot.ok(answer(bot, byNoah.press_id, { private: "Thanks" }));
  const byIris = await iris.ok(press(iris, message, { button_id: "ack" }));
  await bot.ok(answer(bot, byIris.press_id, { reply: "Thanks" }));
});

test("a bot that can't post in a channel no longer replies to a user who pressed and was deactivated", async () => {
  const { iris, noah, mia, bot: makeBot } = await realm();
  const bot = await makeBot(noah);
  const channel = await makeChannel(iris, "alerts", [iris, noah, mia, bot]);
  const message = await offer(bot, { channel: "alerts" }, { buttons: [button("ack")] });
  const some = { direct_members: [iris.id, mia.id], direct_subgroups: [] };
  await iris.ok(iris.patch(`/streams/${channel}`, { can_send_message_group: { new: some } }));
  await pressQueue(bot);
  const { press_id } = await mia.ok(press(mia, message, { button_id: "ack" }));
  await iris.ok(iris.delete(`/users/${mia.id}`));
  expect(await outcome(answer(bot, press_id, { reply: "Thanks" }))).toBe(
    "BAD_REQUEST: You do not have permission to post in this channel.",
  );
});

describe("a form", () => {
  const fields = [
    { id: "did", label: "What did you do?", type: "long_text", required: true },
    { id: "mood", label: "Mood", type: "choice", options: [{ value: "good", label: "Good" }] },
    { id: "with", label: "With", type: "person" },
    { id: "on", label: "On", type: "date" },
    { id: "note", label: "Note", type: "text" },
  ];
  const form = { fields, submit: "Send", command: "/standup" };

  test("sends its entries to the bot", async () => {
    const { mia, noah, message, queue } = await scene({ form });
    const entered = { did: "Tests", mood: "good", with: noah.id, on: "2026-11-26", note: "" };
    await mia.ok(press(mia, message, { entered }));
    const [event] = await queue.events();
    const { note, ...rest } = entered;
    expect(event?.press).toMatchObject({ button_id: null, value: null, entered: rest });
  });

  test.each([
    ["a required field is empty", { did: "  " }, "“What did you do?” is required."],
    ["a choice isn't among the options", { did: "x", mood: "bad" }, "“Mood” isn't valid."],
    ["a person isn't a number", { did: "x", with: "Noah" }, "“With” isn't valid."],
    ["a person doesn't exist", { did: "x", with: 999_999 }, "“With” isn't valid."],
    ["a date doesn't exist", { did: "x", on: "2026-02-30" }, "“On” isn't valid."],
    ["a text is too long", { did: "x", note: "x".repeat(1001) }, "“Note” is too long (limit: 1000 characters)."],
  ])("is refused if %s", async (_, entered, refusal) => {
    const { mia, message, queue } = await scene({ form });
    expect(await outcome(press(mia, message, { entered }))).toBe(`BAD_REQUEST: ${refusal}`);
    expect(await outcome(press(mia, message, { button_id: "ack" }))).toMatch(/^BUTTON_GONE/);
    expect(await queue.events()).toEqual([]);
  });

  test("is refused if it no longer has one of the entered fields", async () => {
    const { mia, message } = await scene({ form });
    const entered = { did: "x", other: "y" };
    expect(await outcome(press(mia, message, { entered }))).toBe("BUTTON_GONE: The form has no field other.");
  });

  test("is refused if its entries are a list", async () => {
    const { mia, message } = await scene({ form });
    expect(await outcome(press(mia, message, { entered: ["Tests"] }))).toBe("BAD_REQUEST: entered is not a dict");
  });

  test("is refused with an error that gives the length limit if a text is too long", async () => {
    const { mia, message } = await scene({ form });
    const { body } = await press(mia, message, { entered: { did: "x".repeat(5001) } });
    expect(body).toMatchObject({ code: "BAD_REQUEST", var_name: "did", limit: 5000 });
  });

  test("is refused at the field that exceeds the total length limit of all texts", async () => {
    const long = ["a", "b", "c", "d", "e"].map((id) => ({ id, label: id, type: "long_text" }));
    const { mia, message } = await scene({ form: { ...form, fields: long } });
    const full = "x".repeat(limits.button.entered_characters / 5);
    const entered = { a: full, b: full, c: full, d: full, e: full };
    await mia.ok(press(mia, message, { entered }));
    const { body } = await press(mia, message, { entered: { ...entered, e: `${full}x` } });
    expect(body).toMatchObject({ code: "BAD_REQUEST", var_name: "e", limit: full.length });
  });
});
