import { describe, expect, test } from "vitest";
import { makeChannel } from "../../support/channels.ts";
import { fetchMessages, flagsOf, sendDirect, sendToChannel } from "../../support/messages.ts";
import { advanceClock } from "../../support/object.ts";
import { realm } from "../../support/organization.ts";
import { scheduledMessagesOf, scheduleMessage, untilTrue } from "../../support/scheduled-messages.ts";

describe("[2.2] a scheduled message", () => {
  test("has its own ID, which differs from the sent message's", async () => {
    const { noah, mia } = await realm();
    for (const text of ["a", "b", "c"]) await sendDirect(noah, [mia], text);
    const id = await scheduleMessage(noah, { type: "direct", to: [mia.id], content: "later" });
    expect(await scheduledMessagesOf(noah)).toEqual([
      {
        scheduled_message_id: id,
        type: "private",
        to: [mia.id],
        content: "later",
        rendered_content: "<p>later</p>",
        scheduled_delivery_timestamp: expect.any(Number),
        failed: false,
      },
    ]);
    await advanceClock(noah, 61_000);
    await untilTrue(async () => (await scheduledMessagesOf(noah)).length === 0);
    const { messages } = await fetchMessages(mia, { num_before: 1 });
    expect(messages[0]).toMatchObject({ content: "<p>later</p>", sender_id: noah.id });
    expect(messages[0].id).not.toBe(id);
  });

  test("to a channel has the channel and the topic", async () => {
    const { noah } = await realm();
    const to = await makeChannel(noah, "tea", [noah]);
    const id = await scheduleMessage(noah, { type: "channel", to, topic: "green" });
    expect(await scheduledMessagesOf(noah)).toMatchObject([
      { scheduled_message_id: id, type: "stream", to, topic: "green" },
    ]);
  });
});

describe("[2.14] the message flag", () => {
  test("read is set for the sender if the request sets read_by_sender, and not by default", async () => {
    const { noah, mia } = await realm();
    const sent = await sendDirect(noah, [mia], "x");
    expect([await flagsOf(noah, sent), await flagsOf(mia, sent)]).toEqual([[], []]);
    const read = await sendDirect(noah, [mia], "x", { read_by_sender: true });
    expect(await flagsOf(noah, read)).toEqual(["read"]);
  });

  test.each(["read", "starred", "collapsed", "hide_link_previews"])(
    "%s is set and removed by the user",
    async (flag) => {
      const { noah, mia } = await realm();
      const id = await sendDirect(noah, [mia], "x");
      for (const [op, flags] of [
        ["add", [flag]],
        ["remove", []],
      ] as const) {
        const { messages } = await mia.ok(mia.post("/messages/flags", { op, flag, messages: [id] }));
        expect([messages, await flagsOf(mia, id)]).toEqual([[id], flags]);
        expect(await flagsOf(noah, id)).toEqual([]);
      }
    },
  );

  test.each([
    ["mentioned", "@**Mia Example**", ["mentioned"]],
    ["mentioned, with a group", "@*crew*", ["mentioned"]],
    ["stream_wildcard_mentioned", "@**all**", ["stream_wildcard_mentioned", "wildcard_mentioned"]],
    ["topic_wildcard_mentioned", "@**topic**", ["topic_wildcard_mentioned", "wildcard_mentioned"]],
    ["has_alert_word", "more milk", ["has_alert_word"]],
    ["none of them", "hello", []],
  ])("%s depends on the content, and cannot be set", async (_, content, flags) => {
    const { noah, mia } = await realm();
    const channel = await makeChannel(noah, "tea", [noah, mia]);
    await noah.ok(noah.post("/user_groups/create", { name: "crew", description: "", members: [mia.id] }));
    await mia.ok(mia.post("/users/me/alert_words", { alert_words: ["milk"] }));
    await sendToChannel(mia, channel, "t", "I am here");
    const id = await sendToChannel(noah, channel, "t", content);
    expect(await flagsOf(mia, id)).toEqual(flags);
    for (const flag of [...flags, "historical"]) {
      const { status, body } = await mia.post("/messages/flags", { op: "remove", flag, messages: [id] });
      expect([status, body.code]).toEqual([400, "BAD_REQUEST"]);
    }
    await noah.ok(noah.patch(`/messages/${id}`, { content: "nothing" }));
    expect(await flagsOf(mia, id)).toEqual([]);
    await noah.ok(noah.patch(`/messages/${id}`, { content }));
    expect(await flagsOf(mia, id)).toEqual(flags);
  });

  test("historical is set on earlier messages that a later subscriber flags", async () => {
    const { noah, mia } = await realm();
    const channel = await makeChannel(noah, "tea", [noah]);
    const id = await sendToChannel(noah, channel, "t", "x");
    await mia.ok(mia.post("/users/me/subscriptions", { subscriptions: [{ name: "tea" }] }));
    await mia.ok(mia.post("/messages/flags", { op: "add", flag: "starred", messages: [id] }));
    expect(await flagsOf(mia, id)).toEqual(["read", "starred", "historical"]);
    expect(await flagsOf(noah, id)).not.toContain("historical");
  });
});
