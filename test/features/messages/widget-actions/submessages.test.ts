import { describe, expect, test } from "vitest";
import { forAll, makeChannel, outcome, outcomes, realmWithCallers } from "../../../support/channels.ts";
import { eventsDuring } from "../../../support/events-during.ts";
import { fetchMessages, sendDirect, sendToChannel } from "../../../support/messages.ts";
import { countInBulk, untilShipped } from "../../../support/object.ts";
import { casts, realm } from "../../../support/organization.ts";
import type { Json, Person } from "../../../support/person.ts";

const newCast = casts();

const INVALID = "BAD_REQUEST: Invalid message(s)";
const VOTE = { type: "vote", key: "canned,0", vote: 1 };

const submit = (who: Person, message_id: number, content: unknown) =>
  who.post("/submessage", { message_id, msg_type: "widget", content: JSON.stringify(content) });
const submessagesOf = async (who: Person, id: number): Promise<Json[]> =>
  (await who.ok(who.get(`/messages/${id}`))).message.submessages;
const contents = async (who: Person, id: number) =>
  (await submessagesOf(who, id)).map(({ content }) => JSON.parse(content));

describe("[messages 16] a message with a widget", () => {
  test("[messages 16] has it as its first submessage, in its event and when fetched", async () => {
    const { noah, mia } = await newCast();
    let id = 0;
    const events = await eventsDuring([noah, mia], async () => {
      id = await sendDirect(noah, [mia], "/poll Lunch?\n- soup\n- bread");
    });
    const first = {
      id: expect.any(Number),
      message_id: id,
      sender_id: noah.id,
      msg_type: "widget",
      content: '{"widget_type":"poll","extra_data":{"question":"Lunch?","options":["soup","bread"]}}',
    };
    for (const [event] of events) {
      expect(event?.message.submessages).toEqual([first]);
      expect(event?.message.content).toContain("/poll Lunch?");
    }
    expect(events.map((all) => all.map(({ type }) => type))).toEqual([["message"], ["message"]]);
    await mia.ok(submit(mia, id, VOTE));
    const vote = { ...first, sender_id: mia.id, content: JSON.stringify(VOTE) };
    expect(await submessagesOf(mia, id)).toEqual([first, vote]);
    expect((await fetchMessages(noah)).messages.at(-1).submessages).toEqual([first, vote]);
    const plain = await sendDirect(noah, [mia], "a /poll");
    expect(await submessagesOf(mia, plain)).toEqual([]);
  });

  test("[messages 2] can be sent by a bot, with a known type of widget", async () => {
    const { noah, bot } = await newCast();
    const helper = await bot(noah);
    const zform = {
      widget_type: "zform",
      extra_data: {
        type: "choices",
        heading: "Which?",
        choices: [{ type: "multiple_choice", short_name: "A", long_name: "Apples", reply: "answer A" }],
      },
    };
    const send = (who: Person, widget_content: unknown) =>
      who.post("/messages", { type: "direct", to: [noah.id], content: "Which?", widget_content });
    const { id } = await helper.ok(send(helper, zform));
    expect(await contents(noah, id)).toEqual([zform]);
    const poll = { widget_type: "poll", extra_data: { question: "?", options: [] } };
    const { id: second } = await helper.ok(send(helper, poll));
    expect(await contents(noah, second)).toEqual([poll]);
    expect(await outcome(send(noah, zform))).toBe("BAD_REQUEST: Only bots may attach a widget to a message.");
    expect(await outcome(send(helper, "not JSON"))).toBe("BAD_REQUEST: widget_content is not valid JSON");
    for (const [wrong, refusal] of [
      [[], "BAD_REQUEST: widget_content is not a dict"],
      [{ extra_data: {} }, 'BAD_REQUEST: widget_content["widget_type"] field is missing: Field required'],
      [{ widget_type: "clock", extra_data: {} }, 'BAD_REQUEST: widget_content["widget_type"] has invalid format'],
      [{ widget_type: "zform" }, 'BAD_REQUEST: widget_content["extra_data"] field is missing: Field required'],
      [
        { widget_type: "poll", extra_data: { question: "x".repeat(10_000), options: [] } },
        "BAD_REQUEST: widget_content is too long (limit: 10000 characters)",
      ],
    ] as const) {
      expect(await outcome(send(helper, wrong))).toBe(refusal);
    }
  });
});

describe("[messages 16] POST /submessage", () => {
  test("[messages 16] is allowed only for users who can read the message", async () => {
    const { iris, noah, by } = await realmWithCallers();
    const open = await makeChannel(iris, "open", [noah]);
    const inOpen = await sendToChannel(noah, open, "a", "/poll x");
    expect(await outcomes((who) => submit(who, inOpen, VOTE), by)).toEqual(forAll("ok", { guest: INVALID }));
    const closed = await makeChannel(iris, "closed", [noah], { invite_only: true });
    const inClosed = await sendToChannel(noah, closed, "a", "/poll x");
    expect(await outcomes((who) => submit(who, inClosed, VOTE), by)).toEqual(forAll(INVALID, { member: "ok" }));
    await iris.ok(iris.delete(`/streams/${open}`));
    expect(await outcome(submit(noah, inOpen, VOTE))).toBe(INVALID);
  });

  test("[messages 16] requires its parameters, and JSON content that is not too long", async () => {
    const { noah } = await newCast();
    const message_id = await sendDirect(noah, [noah], "/poll x");
    const post = async (fields: object) => outcome(noah.post("/submessage", { message_id, ...fields }));
    expect(await post({ content: "{}" })).toBe("REQUEST_VARIABLE_MISSING: Missing 'msg_type' argument");
    expect(await post({ msg_type: "widget" })).toBe("REQUEST_VARIABLE_MISSING: Missing 'content' argument");
    expect(await post({ msg_type: "gadget", content: "{}" })).toBe("BAD_REQUEST: Invalid msg_type");
    expect(await post({ msg_type: "widget", content: "{" })).toBe("BAD_REQUEST: Invalid json for submessage");
    expect(await post({ msg_type: "widget", content: "x".repeat(10_001) })).toBe(
      "BAD_REQUEST: content is too long (limit: 10000 characters)",
    );
  });

  test("[messages 16] adds a widget to a plain message only for the message's sender", async () => {
    const { noah, mia } = await newCast();
    const id = await sendDirect(noah, [mia], "x");
    expect(await outcome(submit(mia, id, {}))).toBe("BAD_REQUEST: You cannot attach a submessage to this message.");
    const poll = { widget_type: "poll", extra_data: { question: "?", options: ["a"] } };
    await noah.ok(submit(noah, id, poll));
    await mia.ok(submit(mia, id, VOTE));
    expect(await contents(mia, id)).toEqual([poll, VOTE]);
  });

  test("[messages 16] does not validate the submessages of unknown widgets", async () => {
    const { noah, mia } = await newCast();
    for (const first of [
      {},
      [],
      null,
      "x",
      { widget_type: 1 },
      { widget_type: "constructor" },
      { widget_type: "__proto__" },
    ]) {
      const id = await sendDirect(noah, [mia], "x");
      await noah.ok(submit(noah, id, first));
      await mia.ok(submit(mia, id, { type: "constructor" }));
      expect(await contents(mia, id)).toEqual([first, { type: "constructor" }]);
    }
  });

  test("[messages 7] makes the message's text uneditable, but the message can still be moved", async () => {
    const { iris, noah } = await newCast();
    const channel = await makeChannel(iris, "talk", [noah]);
    const id = await sendToChannel(noah, channel, "a", "/poll x");
    const refusal = "BAD_REQUEST: Widgets cannot be edited.";
    expect(await outcome(noah.patch(`/messages/${id}`, { content: "y" }))).toBe(refusal);
    expect(await outcome(noah.patch(`/messages/${id}`, { topic: "b" }))).toBe("ok");
    expect(await contents(noah, id)).toHaveLength(1);
  });

  test("[messages 8] stores submessages that are deleted with their message", async () => {
    const { iris, noah } = await realm();
    const id = await sendDirect(noah, [iris], "/poll x");
    await iris.ok(submit(iris, id, VOTE));
    await untilShipped(iris);
    await noah.ok(noah.delete(`/messages/${id}`));
    expect(await outcome(submit(iris, id, VOTE))).toBe(INVALID);
    await untilShipped(iris);
    expect(await countInBulk("submessages", iris, id)).toBe(0);
  });

  test("[messages 16] accepts each type of a poll's submessages, some only from the poll's author", async () => {
    const { noah, mia } = await newCast();
    const id = await sendDirect(noah, [mia], "/poll x");
    const own = async (step: unknown) => outcome(submit(noah, id, step));
    const other = async (step: unknown) => outcome(submit(mia, id, step));
    const question = { type: "question", question: "y?" };
    for (const step of [VOTE, { ...VOTE, vote: -1 }, { type: "new_option", idx: 1, option: "z" }]) {
      expect(await own(step)).toBe("ok");
      expect(await other(step)).toBe("ok");
    }
    expect(await own(question)).toBe("ok");
    expect(await other(question)).toBe(
      "BAD_REQUEST: Invalid data for widget: You can't edit a question unless you are the author.",
    );
    const wrong = /^BAD_REQUEST: Invalid data for widget: /;
    for (const step of [
      [],
      "vote",
      null,
      {},
      { type: "dance" },
      { ...VOTE, vote: 2 },
      { ...VOTE, key: 1 },
      { ...VOTE, more: 1 },
      { type: "vote", key: "canned,0" },
      { type: "new_option", idx: "1", option: "z" },
      { type: "strike", key: "0,1" },
    ]) {
      expect(await own(step)).toMatch(wrong);
    }
    expect(await contents(mia, id)).toHaveLength(8);
  });

  test("[messages 16] accepts each type of a to-do list's submessages", async () => {
    const { noah, mia } = await newCast();
    const id = await sendDirect(noah, [mia], "/todo x");
    const own = async (step: unknown) => outcome(submit(noah, id, step));
    const other = async (step: unknown) => outcome(submit(mia, id, step));
    const task = { type: "new_task", key: 2, task: "sweep", desc: "", completed: false };
    for (const step of [task, { type: "strike", key: `${mia.id},2` }]) {
      expect(await own(step)).toBe("ok");
      expect(await other(step)).toBe("ok");
    }
    const title = { type: "new_task_list_title", title: "y" };
    expect(await own(title)).toBe("ok");
    expect(await other(title)).toBe(
      "BAD_REQUEST: Invalid data for widget: You can't edit the task list title unless you are the author.",
    );
    for (const step of [VOTE, { ...task, completed: "no" }, { ...task, more: 1 }, { type: "strike", key: 1 }]) {
      expect(await own(step)).toMatch(/^BAD_REQUEST: Invalid data for widget: /);
    }
  });

  test("[messages 16] renumbers an option or task if its user already used the number for another one", async () => {
    const { noah, mia } = await newCast();
    const option = (idx: number, text: string) => ({ type: "new_option", idx, option: text });
    const poll = await sendDirect(noah, [mia], "/poll x");
    for (const [who, added] of [
      [noah, option(1, "soup")],
      [mia, option(1, "bread")],
      [noah, option(1, "cake")],
      [noah, option(1, "soup")],
      [noah, option(7, "rice")],
      [noah, option(1, "tea")],
      [noah, option(1000, "last")],
      [noah, option(1000, "one too many")],
    ] as const)
      await who.ok(submit(who, poll, added));
    const stored = (await contents(mia, poll)).slice(1);
    expect(stored.map(({ idx }) => idx)).toEqual([1, 1, 2, 1, 7, 8, 1000, 1000]);
    const task = (key: number | string) => ({ type: "new_task", key, task: `task ${key}`, desc: "", completed: false });
    const list = await sendDirect(noah, [mia], "/todo x");
    for (const key of [0, "0", 1, 0]) await noah.ok(submit(noah, list, task(key)));
    expect((await contents(mia, list)).slice(1).map(({ key }) => key)).toEqual([0, "1", 2, 0]);
  });

  test("[messages 2] makes users follow the topic if they want to follow topics they participate in", async () => {
    const { iris, noah, mia } = await newCast();
    const channel = await makeChannel(iris, "talk", [noah, mia]);
    const id = await sendToChannel(noah, channel, "a", "/poll x");
    await mia.ok(mia.patch("/settings", { automatically_follow_topics_policy: 1 }));
    await mia.ok(submit(mia, id, VOTE));
    expect((await mia.ok(mia.post("/register"))).user_topics).toMatchObject([
      { topic_name: "a", visibility_policy: 3 },
    ]);
  });
});

describe("[register 5.1] submessage events", () => {
  test("[register 5.1] go only to users who can read the message, including the sender", async () => {
    const { iris, omar, mona, noah, mia, gus } = await newCast();
    const channel = await makeChannel(iris, "closed", [noah, mia], {
      invite_only: true,
      history_public_to_subscribers: true,
    });
    const id = await sendToChannel(noah, channel, "a", "/poll x");
    await noah.ok(
      noah.post("/users/me/subscriptions", { subscriptions: [{ name: "closed" }], principals: [omar.id, gus.id] }),
    );
    await mia.ok(mia.delete("/users/me/subscriptions", { subscriptions: ["closed"] }));
    const content = '{"type": "vote",  "key": "canned,0", "vote": 1}';
    const all = await eventsDuring([noah, omar, gus, mia, iris, mona], () =>
      omar.ok(omar.post("/submessage", { message_id: id, msg_type: "widget", content })),
    );
    const event = {
      type: "submessage",
      msg_type: "widget",
      content,
      message_id: id,
      sender_id: omar.id,
      submessage_id: expect.any(Number),
      id: expect.any(Number),
    };
    expect(all).toEqual([[event], [event], [event], [], [], []]);
    const [, vote] = await submessagesOf(noah, id);
    expect(vote.id).toBe(all[0]?.[0]?.submessage_id);
  });
});

test("[messages 16] the total size of a widget's submessages is limited", async () => {
  const { noah, mia } = await newCast();
  const id = await sendDirect(noah, [mia], "/poll Lunch?");
  const option = (idx: number) => submit(mia, id, { type: "new_option", idx, option: "x".repeat(9900) });
  for (let idx = 0; idx < 50; idx++) await mia.ok(option(idx));
  expect(await outcome(option(50))).toBe("BAD_REQUEST: This widget can take no more.");
});
