import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { forAll, makeChannel, outcome, outcomes, realmWithCallers } from "../../../support/channels.ts";
import { eventsDuring } from "../../../support/events-during.ts";
import { fetchMessages, flagsOf, idsOf, sendDirect, sendToChannel } from "../../../support/messages.ts";
import { advanceClock, evict, stopClock, untilShipped, withDatabase } from "../../../support/object.ts";
import { casts, realm } from "../../../support/organization.ts";
import type { Fields, Json, Person } from "../../../support/person.ts";

const newCast = casts();

const edit = (who: Person, id: number, fields: Fields) => who.patch(`/messages/${id}`, fields);
const read = async (who: Person, id: number, fields: Fields = {}): Promise<Json> =>
  (await who.ok(who.get(`/messages/${id}`, fields))).message;
const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");
const FORBIDDEN = "BAD_REQUEST: You don't have permission to edit this message";
const INVALID = "BAD_REQUEST: Invalid message(s)";
const only = (events: Json[] | undefined, type: string) => (events ?? []).filter((event) => event.type === type);

describe("[4.2] editing the text of a message", () => {
  test("is allowed only to its sender, not to administrators, nor to the owner of a bot", async () => {
    const { by } = await realmWithCallers();
    const channel = await makeChannel(by.owner, "harbour", Object.values(by));
    const own = await outcomes(
      async (who) => edit(who, await sendToChannel(who, channel, "x", "mine"), { content: "new" }),
      by,
    );
    expect(Object.values(own)).toEqual(Array(6).fill("ok"));
    const id = await sendToChannel(by.bot, channel, "x", "by noah's bot");
    const others = await outcomes((who) => edit(who, id, { content: "new" }), by);
    expect(others).toEqual(forAll(FORBIDDEN, { bot: "ok" }));
  });

  test("changes the text and the edit time, and adds to the history, newest first", async () => {
    const { noah, mia } = await newCast();
    const id = await sendDirect(noah, [mia], "first *one*");
    expect(await read(mia, id)).not.toHaveProperty("edit_history");
    expect(await noah.ok(edit(noah, id, { content: "second" }))).toMatchObject({ detached_uploads: [] });
    await advanceClock(noah, 5000);
    await noah.ok(edit(noah, id, { content: "  third  \n" }));
    const { message, raw_content } = await mia.ok(mia.get(`/messages/${id}`));
    expect(raw_content).toBe("  third");
    expect(message.edit_history).toEqual([
      {
        user_id: noah.id,
        timestamp: message.last_edit_timestamp,
        prev_content: "second",
        prev_rendered_content: "<p>second</p>",
      },
      {
        user_id: noah.id,
        timestamp: expect.any(Number),
        prev_content: "first *one*",
        prev_rendered_content: "<p>first <em>one</em></p>",
      },
    ]);
    expect(message.last_edit_timestamp).toBeGreaterThan(message.edit_history[1].timestamp);
    expect(message).not.toHaveProperty("last_moved_timestamp");
  });

  test("turns an empty text into `(deleted)`, and refuses null bytes", async () => {
    const { noah } = await newCast();
    const id = await sendDirect(noah, [noah], "x");
    expect(await outcome(edit(noah, id, { content: "a\0b" }))).toBe("BAD_REQUEST: Message must not contain null bytes");
    await noah.ok(edit(noah, id, { content: " \n" }));
    expect((await read(noah, id, { apply_markdown: false })).content).toBe("(deleted)");
  });

  test("has a time limit plus a grace period of 20 seconds, even for administrators", async () => {
    const { iris } = await realm();
    await stopClock(iris);
    await iris.ok(iris.patch("/realm", { message_content_edit_limit_seconds: 600 }));
    const id = await sendDirect(iris, [iris], "x");
    await advanceClock(iris, 620_000);
    expect(await outcome(edit(iris, id, { content: "y" }))).toBe("ok");
    await advanceClock(iris, 1000);
    expect(await outcome(edit(iris, id, { content: "z" }))).toBe(
      "BAD_REQUEST: The time limit for editing this message has passed",
    );
    await iris.ok(iris.patch("/realm", { message_content_edit_limit_seconds: "unlimited" }));
    expect(await outcome(edit(iris, id, { content: "z" }))).toBe("ok");
    await iris.ok(iris.patch("/realm", { allow_message_editing: false }));
    expect(await outcome(edit(iris, id, { content: "a" }))).toBe(
      "BAD_REQUEST: Your organization has turned off message editing",
    );
  });

  test("[messages 7] is refused if the hash of the previous text does not match", async () => {
    const { noah } = await newCast();
    const id = await sendDirect(noah, [noah], "größer");
    const refused = await edit(noah, id, { content: "y", prev_content_sha256: sha256("other") });
    expect(refused.body).toMatchObject({ result: "error", code: "EXPECTATION_MISMATCH" });
    expect(await outcome(edit(noah, id, { content: "y", prev_content_sha256: sha256("größer") }))).toBe("ok");
  });

  test.each([
    ["no parameters", {}, "Nothing to change"],
    [
      "parameters of a topic change",
      { content: "y", propagate_mode: "change_all" },
      "Invalid propagate_mode without topic edit",
    ],
    ["a topic for direct messages", { topic: "y" }, "Direct messages cannot have topics."],
    ["a channel for direct messages", { stream_id: 1 }, "Direct messages cannot be moved to channels."],
    ["an unknown mode", { content: "y", propagate_mode: "change_some" }, "Invalid propagate_mode"],
  ])("is refused with %s", async (_, fields, text) => {
    const { noah } = await newCast();
    const id = await sendDirect(noah, [noah], "x");
    expect(await outcome(edit(noah, id, fields))).toBe(`BAD_REQUEST: ${text}`);
  });

  test("is refused if the message is a widget", async () => {
    const { noah } = await newCast();
    const channel = await makeChannel(noah, "harbour", [noah]);
    const id = await sendToChannel(noah, channel, "x", "/poll Where to?\nHarbour\nPier");
    expect(await outcome(edit(noah, id, { content: "y" }))).toBe("BAD_REQUEST: Widgets cannot be edited.");
    expect(await outcome(edit(noah, id, { topic: "y" }))).toBe("ok");
    await noah.ok(noah.delete(`/messages/${id}`));
  });

  test("is refused if the user cannot read the message, the message does not exist, or its channel is archived", async () => {
    const { iris, noah, mia } = await newCast();
    const id = await sendDirect(noah, [mia], "x");
    expect(await outcome(edit(iris, id, { content: "y" }))).toBe(INVALID);
    expect(await outcome(edit(noah, 999, { content: "y" }))).toBe(INVALID);
    const channel = await makeChannel(iris, "harbour", [iris]);
    const archived = await sendToChannel(iris, channel, "x", "y");
    await iris.ok(iris.delete(`/streams/${channel}`));
    expect(await outcome(edit(iris, archived, { content: "y" }))).toBe(INVALID);
  });

  test("changes an old message that only D1 has, but not while D1 is unavailable", async () => {
    const { noah } = await realm();
    const id = await sendDirect(noah, [noah], "needle");
    await untilShipped(noah);
    await evict(noah);
    await withDatabase(noah, "refuse", async () => {
      expect(await outcome(edit(noah, id, { content: "new" }))).toBe("ok");
    });
    await untilShipped(noah);
    expect(idsOf((await fetchMessages(noah, { narrow: [["search", "needle"]] })).messages)).toEqual([]);
    expect(idsOf((await fetchMessages(noah, { narrow: [["search", "new"]] })).messages)).toEqual([id]);
  });
});

describe("[messages 7] an edit mentions users", () => {
  test("by name and in groups, but only those who received the message", async () => {
    const { noah, mia, omar } = await realm();
    const channel = await makeChannel(noah, "harbour", [noah, mia]);
    const id = await sendToChannel(noah, channel, "x", "nobody");
    await noah.ok(edit(noah, id, { content: `@**Mia Example** and @**Omar Example**` }));
    expect(await flagsOf(mia, id)).toEqual(["mentioned"]);
    expect(await flagsOf(omar, id)).toEqual(["read", "historical"]);
    const [events] = await eventsDuring([mia], () => noah.ok(edit(noah, id, { content: "nobody" })));
    expect(only(events, "update_message")).toMatchObject([{ flags: [] }]);
    expect(await flagsOf(mia, id)).toEqual([]);
    await mia.ok(mia.delete("/users/me/subscriptions", { subscriptions: ["harbour"] }));
    await noah.ok(edit(noah, id, { content: `@**Mia Example**` }));
    expect(await flagsOf(mia, id)).toContain("mentioned");
  });

  test("without resetting their read and starred flags", async () => {
    const { noah, mia } = await realm();
    const id = await sendDirect(noah, [mia], "x");
    for (const flag of ["read", "starred"])
      await mia.ok(mia.post("/messages/flags", { op: "add", flag, messages: [id] }));
    const [events] = await eventsDuring([mia], () => noah.ok(edit(noah, id, { content: "@**Mia Example**" })));
    expect(only(events, "update_message")).toMatchObject([{ flags: ["read", "starred", "mentioned"] }]);
    expect(await flagsOf(mia, id)).toEqual(["read", "starred", "mentioned"]);
  });

  test("by channel and topic wildcards", async () => {
    const { noah, mia } = await realm();
    const channel = await makeChannel(noah, "harbour", [noah, mia]);
    await sendToChannel(mia, channel, "y", "I take part");
    const [x, y] = [await sendToChannel(noah, channel, "x", "a"), await sendToChannel(noah, channel, "y", "b")];
    await eventsDuring([mia], async () => {
      await noah.ok(edit(noah, x, { content: "@**all**" }));
      await noah.ok(edit(noah, y, { content: "@**topic**" }));
    });
    expect(await flagsOf(mia, x)).toEqual(["stream_wildcard_mentioned", "wildcard_mentioned"]);
    expect(await flagsOf(mia, y)).toEqual(["topic_wildcard_mentioned", "wildcard_mentioned"]);
    await eventsDuring([mia], async () => {
      await noah.ok(edit(noah, x, { content: "nobody" }));
      await noah.ok(edit(noah, y, { content: "nobody" }));
    });
    for (const id of [x, y]) expect(await flagsOf(mia, id)).toEqual([]);
  });

  test("only if the sender can use a wildcard", async () => {
    const { noah, iris, more } = await realm();
    const crowd = await Promise.all(Array.from({ length: 15 }, () => more()));
    const channel = await makeChannel(iris, "harbour", [noah, ...crowd]);
    const id = await sendToChannel(noah, channel, "x", "a");
    const reply = await edit(noah, id, { content: "@**all**" });
    expect(reply.body).toMatchObject({ result: "error", code: "STREAM_WILDCARD_MENTION_NOT_ALLOWED" });
    for (const one of crowd) await sendToChannel(one, channel, "x", "me too");
    const topic = await edit(noah, id, { content: "@**topic**" });
    expect(topic.body).toMatchObject({ result: "error", code: "TOPIC_WILDCARD_MENTION_NOT_ALLOWED" });
    expect((await read(noah, id, { apply_markdown: false })).content).toBe("a");
  });

  test("and sets and clears their alert word flags", async () => {
    const { noah, mia, omar } = await newCast();
    for (const who of [mia, omar]) await who.ok(who.post("/users/me/alert_words", { alert_words: ["tide"] }));
    const id = await sendDirect(noah, [mia], "calm");
    await noah.ok(edit(noah, id, { content: "The tide!" }));
    expect(await flagsOf(mia, id)).toEqual(["has_alert_word"]);
    await noah.ok(edit(noah, id, { content: "calm" }));
    expect(await flagsOf(mia, id)).toEqual([]);
  });
});

describe("[register 5.2] the event of an edit", () => {
  test("has the old and the new text and the receiving user's flags, and no fields of a move", async () => {
    const { noah, mia, omar, gus } = await newCast();
    const channel = await makeChannel(noah, "harbour", [noah, mia]);
    const id = await sendToChannel(noah, channel, "x", "*old*");
    await omar.ok(omar.post("/messages/flags", { op: "add", flag: "starred", messages: [id] }));
    const [own, hers, his, guest] = await eventsDuring([noah, mia, omar, gus], () =>
      noah.ok(edit(noah, id, { content: "/me *new*" })),
    );
    const event = {
      type: "update_message",
      user_id: noah.id,
      rendering_only: false,
      message_id: id,
      message_ids: [id],
      edit_timestamp: expect.any(Number),
      orig_content: "*old*",
      orig_rendered_content: "<p><em>old</em></p>",
      content: "/me *new*",
      rendered_content: "<p>/me <em>new</em></p>",
      is_me_message: true,
      stream_id: channel,
      stream_name: "harbour",
      id: expect.any(Number),
    };
    expect(hers).toEqual([{ ...event, flags: [] }]);
    expect(his).toEqual([{ ...event, flags: ["read", "starred", "historical"] }]);
    expect(own).toMatchObject([{ message_id: id }]);
    expect(guest).toEqual([]);
  });

  test("of direct messages has no channel", async () => {
    const { noah, mia, omar } = await newCast();
    const id = await sendDirect(noah, [mia], "old");
    const [events, other] = await eventsDuring([mia, omar], () => noah.ok(edit(noah, id, { content: "new" })));
    expect(events).toMatchObject([{ type: "update_message", content: "new" }]);
    expect(events?.[0]).not.toHaveProperty("stream_id");
    expect(other).toEqual([]);
  });

  test("in a channel with protected history does not go to later subscribers", async () => {
    const { noah, mia } = await newCast();
    const channel = await makeChannel(noah, "secret", [noah], { invite_only: true });
    const id = await sendToChannel(noah, channel, "x", "before mia");
    await noah.ok(noah.post("/users/me/subscriptions", { subscriptions: [{ name: "secret" }], principals: [mia.id] }));
    const [events] = await eventsDuring([mia], () => noah.ok(edit(noah, id, { content: "still secret" })));
    expect(events).toEqual([]);
  });
});

test("an edit counts as one request for the rate limit", async () => {
  const { noah } = await realm();
  const { id } = await noah.ok(
    noah.post("/messages", { type: "channel", to: "general", topic: "t", content: "Hello" }),
  );
  const left = async (content: string) =>
    Number((await noah.patch(`/messages/${id}`, { content })).headers.get("X-RateLimit-Remaining"));
  const first = await left("Hello there");
  expect(await left("Hello again")).toBe(first - 1);
});
