import { describe, expect, test } from "vitest";
import { decodeEntities } from "../../../../src/markup/index.ts";
import { makeChannel, outcome, outcomes, realmWithCallers } from "../../../support/channels.ts";
import {
  dropContents,
  editMessage,
  eventsOfType,
  fetchMessage,
  noticesIn,
  topicsOf,
} from "../../../support/editing.ts";
import { eventsDuring } from "../../../support/events-during.ts";
import { givePermission } from "../../../support/groups.ts";
import { fetchMessages, idsOf, sendToChannel, unreadOf } from "../../../support/messages.ts";
import { advanceClock, stopClock, untilShipped, withDatabase } from "../../../support/object.ts";
import { casts, realm } from "../../../support/organization.ts";

const newCast = casts();

const FORBIDDEN = "BAD_REQUEST: You don't have permission to edit this message";
const quiet = { send_notification_to_new_thread: false };
const WEEK = 604_800_000;

describe("[4.2] moving messages to another topic", () => {
  test("can move one message, a message and all later ones, or the whole topic", async () => {
    const { noah } = await newCast();
    const channel = await makeChannel(noah, "harbour", [noah]);
    const ids: number[] = [];
    for (const text of ["a", "b", "c", "d"]) ids.push(await sendToChannel(noah, channel, "Tides", text));
    const [a = 0, b = 0, c = 0, d = 0] = ids;
    await noah.ok(editMessage(noah, b, { topic: "One", ...quiet }));
    await noah.ok(editMessage(noah, c, { topic: "Later", propagate_mode: "change_later", ...quiet }));
    expect((await topicsOf(noah, channel)).slice(0, 3)).toEqual([
      { name: "Later", max_id: d },
      { name: "One", max_id: b },
      { name: "Tides", max_id: a },
    ]);
    await noah.ok(editMessage(noah, d, { subject: "All", propagate_mode: "change_all", ...quiet }));
    expect((await topicsOf(noah, channel))[0]).toEqual({ name: "All", max_id: d });
    const narrow = [
      ["channel", channel],
      ["topic", "all"],
    ];
    expect(idsOf((await fetchMessages(noah, { narrow })).messages)).toEqual([c, d]);
  });

  test("records the former topic in each message's history, as that message spelled it", async () => {
    const { noah, mia } = await newCast();
    const channel = await makeChannel(noah, "harbour", [noah, mia]);
    const [a, b] = [await sendToChannel(noah, channel, "Tides", "a"), await sendToChannel(mia, channel, "tides", "b")];
    await noah.ok(editMessage(noah, b, { topic: "Wind", propagate_mode: "change_all", ...quiet }));
    for (const [id, prev_topic] of [
      [a, "Tides"],
      [b, "tides"],
    ] as const) {
      const message = await fetchMessage(mia, id);
      expect(message).toMatchObject({ subject: "Wind", last_moved_timestamp: expect.any(Number) });
      expect(message).not.toHaveProperty("last_edit_timestamp");
      expect(message.edit_history).toEqual([
        { user_id: noah.id, timestamp: message.last_moved_timestamp, prev_topic, topic: "Wind" },
      ]);
    }
  });

  test("adds one history entry and sends one event if the request also changes the text", async () => {
    const { noah, mia } = await newCast();
    const channel = await makeChannel(noah, "harbour", [noah, mia]);
    const [a, b] = [await sendToChannel(noah, channel, "Tides", "a"), await sendToChannel(noah, channel, "Tides", "b")];
    const [events] = await eventsDuring([mia], () =>
      noah.ok(editMessage(noah, b, { topic: "Wind", content: "new", propagate_mode: "change_all", ...quiet })),
    );
    expect(events).toEqual([
      {
        type: "update_message",
        user_id: noah.id,
        rendering_only: false,
        message_id: b,
        message_ids: [a, b],
        flags: [],
        edit_timestamp: expect.any(Number),
        orig_content: "b",
        orig_rendered_content: "<p>b</p>",
        content: "new",
        rendered_content: "<p>new</p>",
        is_me_message: false,
        stream_id: channel,
        stream_name: "harbour",
        orig_subject: "Tides",
        subject: "Wind",
        topic_links: [],
        propagate_mode: "change_all",
        id: expect.any(Number),
      },
    ]);
    expect((await fetchMessage(mia, b)).edit_history).toMatchObject([
      { prev_topic: "Tides", topic: "Wind", prev_content: "b" },
    ]);
    expect((await fetchMessage(mia, a)).edit_history[0]).not.toHaveProperty("prev_content");
  });

  test("is refused if nothing would change", async () => {
    const { noah } = await newCast();
    const channel = await makeChannel(noah, "harbour", [noah]);
    const id = await sendToChannel(noah, channel, "Tides", "a");
    for (const fields of [{ topic: " Tides " }, { topic: "Tides", stream_id: channel }, { stream_id: channel }]) {
      expect(await outcome(editMessage(noah, id, fields))).toBe("BAD_REQUEST: Nothing to change");
    }
    expect(await outcome(editMessage(noah, id, { topic: "tides" }))).toBe("ok");
    expect((await fetchMessage(noah, id)).subject).toBe("tides");
  });

  test("[conventions 8] accepts every name for the empty topic", async () => {
    const { iris } = await newCast();
    const channel = await makeChannel(iris, "harbour", [iris]);
    for (const topic of ["", "general chat", "(no topic)"]) {
      const id = await sendToChannel(iris, channel, "Tides", "a");
      const queue = await iris.queue();
      await iris.ok(editMessage(iris, id, { topic, ...quiet }));
      expect((await fetchMessage(iris, id)).subject).toBe("");
      expect(eventsOfType(await queue.events(), "update_message")).toMatchObject([
        { subject: "general chat", orig_subject: "Tides" },
      ]);
    }
    await iris.ok(iris.patch(`/streams/${channel}`, { topics_policy: "disable_empty_topic" }));
    const id = await sendToChannel(iris, channel, "Tides", "a");
    expect(await outcome(editMessage(iris, id, { topic: "" }))).toBe(
      "BAD_REQUEST: Sending messages to the general chat is not allowed in this channel.",
    );
  });

  test("refuses invalid characters, and truncates a name that is too long", async () => {
    const { noah } = await newCast();
    const channel = await makeChannel(noah, "harbour", [noah]);
    const id = await sendToChannel(noah, channel, "Tides", "a");
    expect(await outcome(editMessage(noah, id, { topic: "a\u0007" }))).toBe(
      "BAD_REQUEST: Invalid character in topic, at position 2!",
    );
    await noah.ok(editMessage(noah, id, { topic: "x".repeat(70) }));
    expect((await fetchMessage(noah, id)).subject).toBe(`${"x".repeat(57)}...`);
  });
});

describe("[messages 7] moving messages to another topic is allowed", () => {
  test("if the organization's or the channel's permission grants it", async () => {
    const { by, iris, noah } = await realmWithCallers();
    const people = Object.values(by);
    const channel = await makeChannel(iris, "harbour", people);
    const attempt = async (who: (typeof people)[number], name: string) =>
      editMessage(who, await sendToChannel(iris, channel, "x", "a"), { topic: `moved by ${name}`, ...quiet });
    expect(Object.values(await outcomes(attempt, by))).toEqual(Array(6).fill("ok"));
    await givePermission(iris, "can_move_messages_between_topics_group", "role:moderators");
    const limited = { owner: "ok", administrator: "ok", moderator: "ok", member: FORBIDDEN, guest: FORBIDDEN };
    expect(await outcomes(attempt, by)).toEqual({ ...limited, bot: FORBIDDEN });
    const his = { direct_members: [noah.id], direct_subgroups: [] };
    await iris.ok(iris.patch(`/streams/${channel}`, { can_move_messages_within_channel_group: { new: his } }));
    expect(await outcomes(attempt, by)).toEqual({ ...limited, member: "ok", bot: FORBIDDEN });
  });

  test("until the time limit and a grace period have passed, and later for moderators", async () => {
    const { iris, mona, noah } = await realm();
    const channel = await makeChannel(iris, "harbour", [iris, mona, noah]);
    await stopClock(iris);
    const id = await sendToChannel(noah, channel, "x", "a");
    await advanceClock(iris, WEEK + 20_000);
    expect(await outcome(editMessage(noah, id, { topic: "y" }))).toBe("ok");
    await advanceClock(iris, 1000);
    expect(await outcome(editMessage(noah, id, { topic: "z" }))).toBe(
      "BAD_REQUEST: The time limit for editing this message's topic has passed.",
    );
    expect(await outcome(editMessage(mona, id, { topic: "z" }))).toBe("ok");
    await iris.ok(iris.patch("/realm", { move_messages_within_stream_limit_seconds: "unlimited" }));
    expect(await outcome(editMessage(noah, id, { topic: "a" }))).toBe("ok");
  });

  test("for a whole topic if all its messages are recent enough; otherwise the error gives the first one that can move", async () => {
    const { iris, mona, noah } = await newCast();
    const channel = await makeChannel(iris, "harbour", [iris, mona, noah]);
    await stopClock(iris);
    const [a, b] = [await sendToChannel(noah, channel, "x", "a"), await sendToChannel(noah, channel, "x", "b")];
    await advanceClock(iris, WEEK / 2);
    const [c, d] = [await sendToChannel(noah, channel, "x", "c"), await sendToChannel(noah, channel, "x", "d")];
    const all = { topic: "y", propagate_mode: "change_all" };
    await advanceClock(iris, WEEK / 2 + 20_000);
    const silently = { send_notification_to_new_thread: false };
    expect(await outcome(editMessage(noah, d, { ...all, ...silently, topic: "still" }))).toBe("ok");
    await advanceClock(iris, WEEK / 2);
    const { body } = await editMessage(noah, d, all);
    expect(body).toMatchObject({
      result: "error",
      code: "MOVE_MESSAGES_TIME_LIMIT_EXCEEDED",
      msg: "You only have permission to move the 2/4 most recent messages in this topic.",
      first_message_id_allowed_to_move: c,
      total_messages_in_topic: 4,
      total_messages_allowed_to_move: 2,
    });
    expect(await outcome(editMessage(noah, c, { topic: "y", propagate_mode: "change_later" }))).toBe("ok");
    await advanceClock(iris, WEEK);
    expect(await outcome(editMessage(noah, a, all))).toBe(
      "BAD_REQUEST: The time limit for moving this topic has passed.",
    );
    expect(await outcome(editMessage(mona, b, all))).toBe("ok");
  });
});

describe("[3] resolving a topic", () => {
  test("needs only its own permission, and has no time limit", async () => {
    const { by, iris, noah } = await realmWithCallers();
    const channel = await makeChannel(iris, "harbour", Object.values(by));
    await givePermission(iris, "can_move_messages_between_topics_group", "role:nobody");
    const attempt = async (who: typeof noah, name: string) => {
      const id = await sendToChannel(iris, channel, `by ${name}`, "a");
      await advanceClock(iris, 2 * WEEK);
      return editMessage(who, id, { topic: `✔ by ${name}`, propagate_mode: "change_all" });
    };
    expect(Object.values(await outcomes(attempt, by))).toEqual(Array(6).fill("ok"));
    await givePermission(iris, "can_resolve_topics_group", "role:nobody");
    const refused = "BAD_REQUEST: You don't have permission to resolve topics in this channel.";
    const id = await sendToChannel(iris, channel, "x", "a");
    expect(await outcome(editMessage(noah, id, { topic: "✔ x" }))).toBe(refused);
    const his = { direct_members: [noah.id], direct_subgroups: [] };
    await iris.ok(iris.patch(`/streams/${channel}`, { can_resolve_topics_group: { new: his } }));
    expect(await outcome(editMessage(noah, id, { topic: "✔ x" }))).toBe("ok");
    expect(await outcome(editMessage(noah, id, { topic: "x" }))).toBe("ok");
    expect(await outcome(editMessage(noah, id, { topic: "✔ z" }))).toBe(FORBIDDEN);
  });

  test("does not count as a move, and posts a notification in the topic", async () => {
    const { noah, mia } = await realm();
    const channel = await makeChannel(noah, "harbour", [noah, mia]);
    const id = await sendToChannel(noah, channel, "Tides", "a");
    const [events] = await eventsDuring([mia], () =>
      mia.ok(
        editMessage(mia, id, { topic: "✔ Tides", propagate_mode: "change_all", send_notification_to_old_thread: true }),
      ),
    );
    expect(events?.map(({ type }) => type)).toEqual(["update_message", "message"]);
    expect(events?.[1]).toMatchObject({
      message: { subject: "✔ Tides", sender_full_name: "Notification Bot" },
      flags: ["read"],
    });
    const who = `@_**Mia Example|${mia.id}**`;
    expect(await noticesIn(noah, channel, "✔ Tides")).toEqual([`${who} has marked this topic as resolved.`]);
    expect(await noticesIn(noah, channel, "Tides")).toEqual([]);
    const message = await fetchMessage(noah, id);
    expect(message).not.toHaveProperty("last_moved_timestamp");
    expect(message.edit_history).toMatchObject([{ prev_topic: "Tides", topic: "✔ Tides" }]);
    await advanceClock(noah, 61_000);
    await mia.ok(editMessage(mia, id, { topic: "Tides", propagate_mode: "change_all" }));
    expect(await noticesIn(noah, channel, "Tides")).toEqual([
      `${who} has marked this topic as resolved.`,
      `${who} has marked this topic as unresolved.`,
    ]);
  });

  test("leaves no notification if it is undone within a minute", async () => {
    const { noah, mia } = await newCast();
    const channel = await makeChannel(noah, "harbour", [noah, mia]);
    const id = await sendToChannel(noah, channel, "Tides", "a");
    await mia.ok(editMessage(mia, id, { topic: "✔ Tides", propagate_mode: "change_all" }));
    await advanceClock(noah, 30_000);
    const [events] = await eventsDuring([mia], () =>
      mia.ok(editMessage(mia, id, { topic: "Tides", propagate_mode: "change_all" })),
    );
    expect(events?.map(({ type }) => type)).toEqual(["update_message", "delete_message"]);
    expect(await noticesIn(noah, channel, "Tides")).toEqual([]);
    await noah.ok(editMessage(noah, id, { topic: "✔ Tides", propagate_mode: "change_all" }));
    await mia.ok(editMessage(mia, id, { topic: "Tides", propagate_mode: "change_all" }));
    expect(await noticesIn(noah, channel, "Tides")).toHaveLength(2);
  });

  test("posts a notification that is marked as read for users whose settings ask for this", async () => {
    const { iris, noah, mia, omar, mona } = await newCast();
    const channel = await makeChannel(noah, "harbour", [iris, noah, mia, omar, mona]);
    const set = (who: typeof noah, policy: string) =>
      who.ok(who.patch("/settings", { resolved_topic_notice_auto_read_policy: policy }));
    await set(mia, "never");
    await set(omar, "always");
    await omar.ok(omar.post("/user_topics", { stream_id: channel, topic: "Tides", visibility_policy: 3 }));
    await mona.ok(mona.post("/user_topics", { stream_id: channel, topic: "Tides", visibility_policy: 3 }));
    const id = await sendToChannel(noah, channel, "Tides", "a");
    const seen = await eventsDuring([iris, mia, omar, mona], () =>
      noah.ok(editMessage(noah, id, { topic: "✔ Tides", propagate_mode: "change_all" })),
    );
    expect(seen.map((events) => eventsOfType(events, "message")[0].flags)).toEqual([["read"], [], ["read"], []]);
  });

  test.each(["✔ ", "✔", "✔ general chat"])("is refused for the empty topic: %s", async (topic) => {
    const { noah } = await newCast();
    const channel = await makeChannel(noah, "harbour", [noah]);
    const id = await sendToChannel(noah, channel, "", "a");
    expect(await outcome(editMessage(noah, id, { topic }))).toBe(
      "BAD_REQUEST: General chat cannot be marked as resolved",
    );
  });

  test("works even if the new name has to be truncated", async () => {
    const { iris, noah } = await newCast();
    const channel = await makeChannel(noah, "harbour", [noah, iris]);
    const name = "x".repeat(60);
    const id = await sendToChannel(noah, channel, name, "a");
    await noah.ok(editMessage(noah, id, { topic: `✔ ${name}`, propagate_mode: "change_all" }));
    const cut = `✔ ${"x".repeat(55)}...`;
    expect(await fetchMessage(noah, id)).toMatchObject({ subject: cut });
    expect(await noticesIn(noah, channel, cut)).toHaveLength(1);
  });
});

describe("[messages 7] move notifications", () => {
  const link = (channel: number, topic: string, id: number) =>
    `[A message](/#narrow/channel/${channel}-harbour/topic/${topic}/near/${id})`;

  test("mention no one, even if a topic's name contains mentions", async () => {
    const { iris, noah, mia } = await realm();
    const channel = await makeChannel(iris, "harbour", [noah, mia]);
    const id = await sendToChannel(noah, channel, "a** @**all** @**Mia Example** #**b", "high");
    await noah.ok(editMessage(noah, id, { topic: "Tides", propagate_mode: "change_all" }));
    const { messages } = await fetchMessages(mia, { narrow: [["topic", "Tides"]] });
    expect(messages.at(-1).flags).toEqual([]);
    expect(messages.at(-1).content.match(/class="user-mention[^"]*"/g)).toEqual(['class="user-mention silent"']);
  });

  test("link topics of any name", async () => {
    const { noah } = await realm();
    const channel = await makeChannel(noah, "in > out", [noah]);
    for (const topic of ["5 * 3", "alert@12", "`[x]` & $$y$$ **", ""]) {
      const id = await sendToChannel(noah, channel, topic, "a");
      await noah.ok(editMessage(noah, id, { topic: "Tides" }));
      const { messages } = await fetchMessages(noah, { narrow: [["topic", "Tides"]] });
      const [, path, text = ""] = /here from <a href="([^"]*)">(.*)<\/a> by/.exec(messages.at(-1).content) ?? [];
      expect(path).toContain(`/#narrow/channel/${channel}-in-.3E-out/topic/`);
      expect(decodeEntities(text)).toBe(`#in > out > ${topic === "" ? "general chat" : topic}`);
    }
  });

  test("are posted in the new topic, the old one, or both, as requested", async () => {
    const { noah } = await realm();
    const channel = await makeChannel(noah, "harbour", [noah]);
    const ids: number[] = [];
    for (const text of ["a", "b", "c", "d"]) ids.push(await sendToChannel(noah, channel, "Tides", text));
    const [a = 0, b = 0, , d = 0] = ids;
    const by = `by @_**Noah Example|${noah.id}**.`;
    const both = { send_notification_to_old_thread: true };
    await noah.ok(editMessage(noah, a, { topic: "One", ...both }));
    expect(await noticesIn(noah, channel, "Tides")).toEqual([
      `A message was moved from this topic to #**harbour>One** ${by}`,
    ]);
    expect(await noticesIn(noah, channel, "One")).toEqual([
      `${link(channel, "One", a)} was moved here from #**harbour>Tides** ${by}`,
    ]);
    await noah.ok(editMessage(noah, b, { topic: "Several", propagate_mode: "change_later", ...both, ...quiet }));
    expect(await noticesIn(noah, channel, "Several")).toHaveLength(1);
    await noah.ok(editMessage(noah, d, { topic: "Whole", propagate_mode: "change_all", ...both }));
    expect(await noticesIn(noah, channel, "Several")).toEqual([`This topic was moved to #**harbour>Whole** ${by}`]);
    expect((await noticesIn(noah, channel, "Whole")).at(-1)).toBe(
      `This topic was moved here from #**harbour>Several** ${by}`,
    );
    await noah.ok(editMessage(noah, d, { topic: "One", propagate_mode: "change_all" }));
    expect((await noticesIn(noah, channel, "One")).at(-1)).toMatch(/^\d messages were moved here from/);
  });
});

describe("a move to another topic", () => {
  test("keeps unread messages unread in the new topic", async () => {
    const { noah, mia } = await newCast();
    const channel = await makeChannel(noah, "harbour", [noah, mia]);
    const [a, b] = [await sendToChannel(noah, channel, "Tides", "a"), await sendToChannel(noah, channel, "Tides", "b")];
    await mia.ok(mia.post("/messages/flags", { op: "add", flag: "read", messages: [a] }));
    await eventsDuring([mia, noah], () =>
      noah.ok(editMessage(noah, a, { topic: "Wind", propagate_mode: "change_all", ...quiet })),
    );
    const { streams } = await unreadOf(mia);
    expect(streams).toContainEqual({ stream_id: channel, topic: "Wind", unread_message_ids: [b] });
  });

  test("moves the topic preferences too if the whole topic moves", async () => {
    const { noah, mia } = await newCast();
    const channel = await makeChannel(noah, "harbour", [noah, mia]);
    const [a, b] = [await sendToChannel(noah, channel, "Tides", "a"), await sendToChannel(noah, channel, "Tides", "b")];
    await mia.ok(mia.post("/user_topics", { stream_id: channel, topic: "Tides", visibility_policy: 1 }));
    const [one] = await eventsDuring([mia], () => noah.ok(editMessage(noah, a, { topic: "Wind", ...quiet })));
    expect(eventsOfType(one, "user_topic")).toEqual([]);
    const [all] = await eventsDuring([mia], () => noah.ok(editMessage(noah, b, { topic: "Sails" })));
    expect(all?.map(({ type }) => type)).toEqual(["update_message", "user_topic", "user_topic", "message"]);
    expect(eventsOfType(all, "user_topic")).toMatchObject([
      { topic_name: "Tides", visibility_policy: 0 },
      { topic_name: "Sails", visibility_policy: 1 },
    ]);
  });

  test("clears preferences for the new topic that were set before it had messages", async () => {
    const { noah, mia } = await newCast();
    const channel = await makeChannel(noah, "harbour", [noah, mia]);
    const a = await sendToChannel(noah, channel, "Tides", "a");
    await mia.ok(mia.post("/user_topics", { stream_id: channel, topic: "Wind", visibility_policy: 2 }));
    const [events] = await eventsDuring([mia], () => noah.ok(editMessage(noah, a, { topic: "Wind", ...quiet })));
    expect(eventsOfType(events, "user_topic")).toMatchObject([{ topic_name: "Wind", visibility_policy: 0 }]);
  });

  test("moves old messages that are stored only in D1", async () => {
    const { noah } = await realm();
    const channel = await makeChannel(noah, "harbour", [noah]);
    const ids = [
      await sendToChannel(noah, channel, "Tides", "needle a"),
      await sendToChannel(noah, channel, "Tides", "needle b"),
    ];
    await dropContents(noah);
    await withDatabase(noah, "refuse", async () => {
      const { status, body } = await editMessage(noah, ids[0] ?? 0, { topic: "Wind", propagate_mode: "change_all" });
      expect([status, body.code]).toEqual([503, "REQUEST_TIMEOUT"]);
      expect((await topicsOf(noah, channel))[0]?.name).toBe("Tides");
    });
    await noah.ok(editMessage(noah, ids[0] ?? 0, { topic: "Wind", propagate_mode: "change_all", ...quiet }));
    await untilShipped(noah);
    const narrow = [
      ["channel", channel],
      ["topic", "Wind"],
      ["search", "needle"],
    ];
    expect(idsOf((await fetchMessages(noah, { narrow })).messages)).toEqual(ids);
  });
});
