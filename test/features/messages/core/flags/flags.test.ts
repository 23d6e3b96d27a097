import { describe, expect, test } from "vitest";
import { forAll, makeChannel, outcome, outcomes, realmWithCallers } from "../../../../support/channels.ts";
import { eventsDuring } from "../../../../support/events-during.ts";
import { fetchMessages, flagsOf, idsOf, sendDirect, sendToChannel, unreadIds } from "../../../../support/messages.ts";
import { withDatabase } from "../../../../support/object.ts";
import { casts, realm } from "../../../../support/organization.ts";
import type { Json, Person } from "../../../../support/person.ts";

const newCast = casts();

const change = (who: Person, op: string, flag: string, messages: readonly number[]) =>
  who.post("/messages/flags", { op, flag, messages });
const changed = async (who: Person, op: string, flag: string, messages: readonly number[]) =>
  (await who.ok(change(who, op, flag, messages))).messages;

describe("[4.19] changing a message flag", () => {
  test("is refused if the flag does not exist, or users cannot change it", async () => {
    const { noah } = await newCast();
    const id = await sendDirect(noah, [noah], "x");
    expect(await outcome(change(noah, "add", "flagged", [id]))).toBe("BAD_REQUEST: Invalid flag: 'flagged'");
    for (const flag of [
      "mentioned",
      "wildcard_mentioned",
      "has_alert_word",
      "historical",
      "topic_wildcard_mentioned",
    ]) {
      expect(await outcome(change(noah, "add", flag, [id]))).toBe(`BAD_REQUEST: Flag not editable: '${flag}'`);
    }
    expect(await outcome(change(noah, "toggle", "read", [id]))).toBe(
      "BAD_REQUEST: Invalid message flag operation: 'toggle'",
    );
  });

  test("is refused for all messages if one of them is unreadable", async () => {
    const { by, mia, gus } = await realmWithCallers();
    const id = await sendDirect(mia, [gus], "x");
    const own = await sendDirect(gus, [gus], "x");
    const INVALID = "BAD_REQUEST: Invalid message(s)";
    const results = await outcomes((who) => change(who, "add", "starred", [id]), by);
    expect(results).toEqual(forAll(INVALID, { guest: "ok" }));
    expect(await outcome(change(gus, "add", "collapsed", [own, 999]))).toBe(INVALID);
    expect(await flagsOf(gus, own)).toEqual([]);
  });

  test("affects only messages where it differs, and sends an event to all clients of the user", async () => {
    const { noah, mia } = await newCast();
    const [a, b] = [await sendDirect(noah, [mia], "a"), await sendDirect(noah, [mia], "b")];
    for (const flag of ["starred", "collapsed", "read"]) {
      expect(await changed(mia, "add", flag, [a])).toEqual([a]);
      const [own, others] = await eventsDuring([mia, noah], async () =>
        expect(await changed(mia, "add", flag, [b, a, b])).toEqual([b]),
      );
      expect(own).toEqual([
        {
          type: "update_message_flags",
          op: "add",
          operation: "add",
          flag,
          messages: [b],
          all: false,
          id: expect.any(Number),
        },
      ]);
      expect(others).toEqual([]);
      expect(await flagsOf(mia, b)).toContain(flag);
      const again = await eventsDuring([mia], async () => expect(await changed(mia, "add", flag, [a])).toEqual([]));
      expect(again).toEqual([[]]);
      await eventsDuring([mia], async () => expect(await changed(mia, "remove", flag, [a, b])).toEqual([a, b]));
      expect(await flagsOf(mia, b)).not.toContain(flag);
    }
  });

  test("is possible again before the previous change has reached D1", async () => {
    const { noah, mia } = await realm();
    const id = await sendDirect(noah, [mia], "x");
    await withDatabase(mia, "refuse", async () => {
      for (const flag of ["starred", "collapsed"]) expect(await changed(mia, "add", flag, [id])).toEqual([id]);
      expect(await changed(mia, "remove", "starred", [id])).toEqual([id]);
    });
    expect(await flagsOf(mia, id)).toEqual(["collapsed"]);
  });

  test("marks a message that the user did not receive as historical", async () => {
    const { noah, mia } = await newCast();
    const id = await makeChannel(noah, "tea", [noah]);
    const sent = await sendToChannel(noah, id, "t", "x");
    expect(await changed(mia, "add", "starred", [sent])).toEqual([sent]);
    expect(await flagsOf(mia, sent)).toEqual(["read", "starred", "historical"]);
    expect(idsOf((await fetchMessages(mia, { narrow: [["is", "starred"]] })).messages)).toEqual([sent]);
    await changed(mia, "remove", "starred", [sent]);
    expect(await flagsOf(mia, sent)).toEqual(["read", "historical"]);
  });

  test("adds starred messages to starred_messages of POST /register, even if they became unreadable", async () => {
    const { noah, mia } = await newCast();
    const [a, b] = [await sendDirect(noah, [mia], "a"), await sendDirect(noah, [mia], "b")];
    const channel = await makeChannel(noah, "secret", [noah, mia], { invite_only: true });
    const c = await sendToChannel(noah, channel, "t", "c");
    await changed(mia, "add", "starred", [c, b, a]);
    const starred = async () => (await mia.ok(mia.post("/register"))).starred_messages;
    expect(await starred()).toEqual([a, b, c]);
    await mia.ok(mia.delete("/users/me/subscriptions", { subscriptions: ["secret"] }));
    expect(await starred()).toEqual([a, b, c]);
  });
});

describe("[4.19] marking as unread", () => {
  test("sends message_details of each message", async () => {
    const { noah, mia, omar } = await realm();
    const id = await makeChannel(noah, "tea", [noah, mia]);
    const [muted, plain] = [
      await sendToChannel(noah, id, "muted", "x"),
      await sendToChannel(noah, id, "", "@**Mia Example**"),
    ];
    const [pair, group, self] = [
      await sendDirect(noah, [mia], "x"),
      await sendDirect(noah, [mia, omar], "@**all**"),
      await sendDirect(mia, [mia], "x"),
    ];
    await mia.ok(mia.post("/user_topics", { stream_id: id, topic: "muted", visibility_policy: 1 }));
    const ids = [muted, plain, pair, group, self];
    await changed(mia, "add", "read", ids);
    const old = await mia.queue();
    const [events] = await eventsDuring([mia], async () =>
      expect(await changed(mia, "remove", "read", ids)).toEqual(ids),
    );
    const others = [noah.id, omar.id].sort((a, b) => a - b);
    expect(events?.[0]).toMatchObject({
      op: "remove",
      operation: "remove",
      flag: "read",
      all: false,
      messages: ids,
      message_details: {
        [muted]: { type: "stream", stream_id: id, topic: "muted", unmuted_stream_msg: false },
        [plain]: { type: "stream", stream_id: id, topic: "", unmuted_stream_msg: true, mentioned: true },
        [pair]: { type: "private", user_ids: [noah.id] },
        [group]: { type: "private", user_ids: others, mentioned: true },
        [self]: { type: "private", user_ids: [] },
      },
    });
    expect((await old.events())[0].message_details[plain].topic).toBe("general chat");
    expect(await unreadIds(mia)).toEqual(expect.arrayContaining(ids));
  });

  test("is ignored in channels the user isn't subscribed to", async () => {
    const { noah, mia } = await newCast();
    const [tea, milk] = [await makeChannel(noah, "tea", [noah, mia]), await makeChannel(noah, "milk", [noah])];
    const [mine, theirs] = [await sendToChannel(noah, tea, "t", "x"), await sendToChannel(noah, milk, "t", "x")];
    await changed(mia, "add", "read", [mine]);
    const reply = await mia.ok(change(mia, "remove", "read", [theirs, mine]));
    expect(reply).toMatchObject({ messages: [mine], ignored_because_not_subscribed_channels: [milk] });
    const other = await mia.ok(change(mia, "add", "read", [theirs, mine]));
    expect(other).not.toHaveProperty("ignored_because_not_subscribed_channels");
  });

  test("works for messages that were sent before the user subscribed", async () => {
    const { noah, mia } = await newCast();
    const id = await makeChannel(noah, "tea", [noah]);
    const before = await sendToChannel(noah, id, "t", "x");
    await mia.ok(mia.post("/users/me/subscriptions", { subscriptions: [{ name: "tea" }] }));
    expect(await changed(mia, "remove", "read", [before])).toEqual([before]);
    expect(await flagsOf(mia, before)).toEqual(["historical"]);
    expect(await unreadIds(mia)).toContain(before);
    expect(idsOf((await fetchMessages(mia, { narrow: [["is", "unread"]] })).messages)).toContain(before);
    await mia.ok(mia.delete("/users/me/subscriptions", { subscriptions: ["tea"] }));
    expect(await flagsOf(mia, before)).toEqual(["read", "historical"]);
  });
});

describe("[messages 11] changing a flag in a narrow", () => {
  const inNarrow = (who: Person, fields: object) =>
    who.post("/messages/flags/narrow", {
      anchor: "oldest",
      num_before: 0,
      num_after: 100,
      op: "add",
      flag: "read",
      narrow: [],
      ...fields,
    });

  test("affects a range of messages", async () => {
    const { noah, mia } = await newCast();
    const id = await makeChannel(noah, "tea", [noah, mia]);
    const ids: number[] = [];
    for (let count = 0; count < 5; count++) ids.push(await sendToChannel(noah, id, "t", `${count}`));
    await changed(mia, "add", "read", ids.slice(1, 2));
    const narrow = [
      ["channel", id],
      ["topic", "t"],
    ];
    const [events] = await eventsDuring([mia], async () => {
      const reply = await mia.ok(inNarrow(mia, { narrow, anchor: ids[0], num_after: 2 }));
      // Read messages aren't processed.
      expect(reply).toMatchObject({
        processed_count: 3,
        updated_count: 3,
        first_processed_id: ids[0],
        last_processed_id: ids[3],
        found_oldest: false,
        found_newest: false,
      });
    });
    expect(events?.[0]).toMatchObject({ op: "add", flag: "read", messages: [ids[0], ids[2], ids[3]] });
    const starred = await mia.ok(inNarrow(mia, { narrow, anchor: "newest", num_before: 2, flag: "starred" }));
    expect(starred).toMatchObject({
      processed_count: 2,
      updated_count: 2,
      first_processed_id: ids[3],
      found_newest: true,
    });
    const none = await mia.ok(
      inNarrow(mia, {
        narrow: [
          ["is", "starred"],
          ["topic", "x"],
        ],
      }),
    );
    expect(none).toMatchObject({
      processed_count: 0,
      updated_count: 0,
      first_processed_id: null,
      last_processed_id: null,
    });
  });

  test("returns the channels whose messages were ignored", async () => {
    const { noah, mia } = await newCast();
    const id = await makeChannel(noah, "tea", [noah]);
    const sent = await sendToChannel(noah, id, "t", "x");
    const reply = await mia.ok(
      inNarrow(mia, {
        narrow: [
          ["channel", id],
          ["topic", "t"],
        ],
        op: "remove",
      }),
    );
    expect(reply).toMatchObject({
      processed_count: 1,
      updated_count: 0,
      first_processed_id: sent,
      ignored_because_not_subscribed_channels: [id],
    });
  });

  test("requires all its parameters, with valid values", async () => {
    const { noah } = await newCast();
    for (const name of ["anchor", "num_before", "num_after", "narrow", "op", "flag"]) {
      expect(await outcome(inNarrow(noah, { [name]: undefined }))).toBe(
        `REQUEST_VARIABLE_MISSING: Missing '${name}' argument`,
      );
    }
    expect(await outcome(inNarrow(noah, { flag: "mentioned" }))).toBe("BAD_REQUEST: Flag not editable: 'mentioned'");
    expect(await outcome(inNarrow(noah, { narrow: [["is", "blue"]] }))).toContain("BAD_NARROW");
  });
});

describe("[messages 11] marking many as read", () => {
  test("marks all messages as read", async () => {
    const { noah, mia } = await newCast();
    const id = await makeChannel(noah, "tea", [noah, mia]);
    await sendToChannel(noah, id, "t", "x");
    const direct = await sendDirect(noah, [mia], "x");
    await changed(mia, "add", "read", [direct]);
    const [events] = await eventsDuring([mia], async () =>
      expect(await mia.ok(mia.post("/mark_all_as_read"))).toMatchObject({ complete: true }),
    );
    expect(events).toMatchObject([{ op: "add", flag: "read", all: true, messages: [] }]);
    expect(await unreadIds(mia)).toEqual([]);
    const later = await sendToChannel(noah, id, "t", "x");
    expect(await unreadIds(mia)).toEqual([later]);
    expect(await changed(mia, "remove", "read", [direct])).toEqual([direct]);
    expect(await unreadIds(mia)).toEqual([direct, later]);
  });

  test("marks the messages of a channel or a topic as read", async () => {
    const { noah, mia } = await newCast();
    const id = await makeChannel(noah, "tea", [noah, mia]);
    await mia.ok(mia.post("/mark_all_as_read"));
    const [a, b, c] = [
      await sendToChannel(noah, id, "One", "x"),
      await sendToChannel(noah, id, "two", "x"),
      await sendToChannel(noah, id, "", "x"),
    ];
    const [events] = await eventsDuring([mia], () =>
      mia.ok(mia.post("/mark_topic_as_read", { stream_id: id, topic_name: "one" })),
    );
    expect(events).toMatchObject([{ op: "add", flag: "read", all: false, messages: [a] }]);
    await eventsDuring([mia], () =>
      mia.ok(mia.post("/mark_topic_as_read", { stream_id: id, topic_name: "general chat" })),
    );
    expect(await unreadIds(mia)).toEqual([b]);
    const again = await eventsDuring([mia], () => mia.ok(mia.post("/mark_stream_as_read", { stream_id: id })));
    expect(again[0]).toMatchObject([{ messages: [b] }]);
    expect(await unreadIds(mia)).toEqual([]);
    expect(c).toBeGreaterThan(b);
    expect(await outcome(mia.post("/mark_topic_as_read", { stream_id: id, topic_name: "three" }))).toBe(
      "BAD_REQUEST: No such topic 'three'",
    );
    expect(await outcome(mia.post("/mark_stream_as_read", { stream_id: 999 }))).toBe("BAD_REQUEST: Invalid channel ID");
  });

  test("marks the messages of a channel as read when the user unsubscribes", async () => {
    const { noah, mia } = await newCast();
    const id = await makeChannel(noah, "tea", [noah, mia]);
    await mia.ok(mia.post("/mark_all_as_read"));
    const sent = await sendToChannel(noah, id, "t", "x");
    const [events] = await eventsDuring([mia], () =>
      mia.ok(mia.delete("/users/me/subscriptions", { subscriptions: ["tea"] })),
    );
    const flags = events?.filter(({ type }: Json) => type === "update_message_flags");
    expect(flags).toMatchObject([{ op: "add", flag: "read", messages: [sent] }]);
    await mia.ok(mia.post("/users/me/subscriptions", { subscriptions: [{ name: "tea" }] }));
    expect(await unreadIds(mia)).toEqual([]);
    expect(await flagsOf(mia, sent)).toEqual(["read"]);
  });
});
