import { describe, expect, test } from "vitest";
import { channelIdOf, forAll, makeChannel, outcome, outcomes, realmWithCallers } from "../../../support/channels.ts";
import { eventsDuring } from "../../../support/events-during.ts";
import { casts, realm } from "../../../support/organization.ts";
import type { Json } from "../../../support/person.ts";
import { schedule, scheduledMessagesOf, scheduleMessage, secondsFromNow } from "../../../support/scheduled-messages.ts";

const newCast = casts();

describe("[4.1] scheduling a message", () => {
  test("stores it with its rendered content, and lists the earliest first", async () => {
    const { noah, mia, omar } = await newCast();
    const channel = await makeChannel(noah, "kitchen", [noah]);
    const soon = await secondsFromNow(noah, 100);
    const [events, others] = await eventsDuring([noah, mia], async () => {
      await scheduleMessage(noah, { type: "channel", to: channel, topic: " tea ", content: "**later**\n" });
      await scheduleMessage(noah, {
        type: "direct",
        to: [omar.id, mia.id, noah.id],
        content: "soon",
        scheduled_delivery_timestamp: soon - 50,
      });
    });
    const [inChannel, direct] = events?.map((event: Json) => event.scheduled_messages[0]) ?? [];
    expect(inChannel).toEqual({
      scheduled_message_id: expect.any(Number),
      type: "stream",
      to: channel,
      topic: "tea",
      content: "**later**",
      rendered_content: "<p><strong>later</strong></p>",
      scheduled_delivery_timestamp: expect.any(Number),
      failed: false,
    });
    expect(direct).toMatchObject({ type: "private", to: [omar.id, mia.id].sort((a, b) => a - b) });
    expect(direct).not.toHaveProperty("topic");
    expect(await scheduledMessagesOf(noah)).toEqual([direct, inChannel]);
    expect(others).toEqual([]);
    expect(await scheduledMessagesOf(mia)).toEqual([]);
  });

  test("accepts legacy types, a single ID, and messages to oneself", async () => {
    const { noah, mia } = await newCast();
    const channel = await channelIdOf(noah, "general");
    for (const [fields, to] of [
      [{ type: "stream", to: [channel], subject: "t" }, channel],
      [{ type: "private", to: mia.id }, [mia.id]],
      [{ type: "direct", to: [noah.id] }, [noah.id]],
    ] as const) {
      const id = await scheduleMessage(noah, fields);
      const found = (await scheduledMessagesOf(noah)).find((one) => one.scheduled_message_id === id);
      expect(found.to).toEqual(to);
    }
  });

  test.each(["", "(no topic)", "General Chat"])("maps the topic %j to the empty topic", async (topic) => {
    const { iris, noah } = await realm();
    const channel = await channelIdOf(noah, "general");
    await scheduleMessage(noah, { type: "channel", to: channel, topic });
    expect((await scheduledMessagesOf(noah))[0].topic).toBe("");
    await iris.ok(iris.patch("/realm", { topics_policy: "disable_empty_topic" }));
    expect(await outcome(schedule(noah, { type: "channel", to: channel, topic }))).toBe(
      "BAD_REQUEST: Sending messages to the general chat is not allowed in this channel.",
    );
  });

  test("is refused if the message could not be sent now", async () => {
    const { iris, noah, mia, gus } = await newCast();
    const general = await channelIdOf(noah, "general");
    const secret = await makeChannel(iris, "secret", [iris], { invite_only: true });
    const refusal = (fields: object) => outcome(schedule(noah, fields as Record<string, unknown>));
    const missing = await schedule(noah, { type: "channel", to: 999, topic: "t" });
    expect(missing.body).toMatchObject({ code: "STREAM_DOES_NOT_EXIST", stream_id: 999 });
    expect((await schedule(noah, { type: "channel", to: secret, topic: "t" })).body).toMatchObject({
      code: "STREAM_DOES_NOT_EXIST",
      stream_id: secret,
    });
    expect(await refusal({ type: "channel", to: general })).toBe("BAD_REQUEST: Missing topic");
    expect(await refusal({ type: "channel", to: [general, secret], topic: "t" })).toBe(
      "BAD_REQUEST: Expected exactly one channel",
    );
    expect(await refusal({ type: "direct", to: [mia.id, 999] })).toBe("BAD_REQUEST: Invalid user ID 999");
    expect(await refusal({ type: "direct", to: [] })).toBe("BAD_REQUEST: Message must have recipients");
    expect(await refusal({ type: "direct", to: [mia.id], content: " \n" })).toBe(
      "BAD_REQUEST: Message must not be empty",
    );
    expect(await refusal({ type: "letter", to: [mia.id] })).toBe("BAD_REQUEST: Invalid type");
    expect(await refusal({ type: "direct" })).toBe("REQUEST_VARIABLE_MISSING: Missing 'to' argument");
    await iris.ok(iris.delete(`/users/${gus.id}`));
    expect(await refusal({ type: "direct", to: [gus.id] })).toBe(
      `BAD_REQUEST: '${gus.email}' is no longer using this service.`,
    );
    expect(await scheduledMessagesOf(noah)).toEqual([]);
  });

  test("is refused for a time in the past", async () => {
    const { noah, mia } = await newCast();
    const now = await secondsFromNow(noah, 0);
    for (const scheduled_delivery_timestamp of [now, now - 1, 0, -5]) {
      const call = schedule(noah, { type: "direct", to: [mia.id], scheduled_delivery_timestamp });
      expect(await outcome(call)).toBe("BAD_REQUEST: Scheduled delivery time must be in the future.");
    }
    const never = schedule(noah, { type: "direct", to: [mia.id], scheduled_delivery_timestamp: 253_402_300_800 });
    expect(await outcome(never)).toBe("BAD_REQUEST: scheduled_delivery_timestamp is too large");
    await scheduleMessage(noah, { type: "direct", to: [mia.id], scheduled_delivery_timestamp: 253_402_300_799 });
    const soon = schedule(noah, { type: "direct", to: [mia.id], scheduled_delivery_timestamp: "soon" });
    expect(await outcome(soon)).toBe("BAD_REQUEST: scheduled_delivery_timestamp is not valid JSON");
  });

  test("is allowed for all users who can send messages", async () => {
    const { by, mia } = await realmWithCallers();
    expect(await outcomes((who) => schedule(who, { type: "direct", to: [mia.id] }), by)).toEqual(forAll("ok"));
  });
});

describe("[messages 12] changing a scheduled message", () => {
  test("changes only the given fields, with an event", async () => {
    const { noah, mia, omar } = await newCast();
    const channel = await channelIdOf(noah, "general");
    const id = await scheduleMessage(noah, { type: "direct", to: [mia.id] });
    const change = (fields: object) => noah.ok(noah.patch(`/scheduled_messages/${id}`, fields as never));
    const [before] = await scheduledMessagesOf(noah);
    const later = before.scheduled_delivery_timestamp + 100;
    const [events] = await eventsDuring([noah], async () => {
      await change({ content: "*other*" });
      await change({ to: [omar.id, mia.id] });
      await change({ scheduled_delivery_timestamp: later });
      await change({ type: "channel", to: channel, topic: "tea" });
      await change({ topic: "coffee" });
      await change({ type: "direct", to: [mia.id], topic: "ignored" });
    });
    const other = { content: "*other*", rendered_content: "<p><em>other</em></p>" };
    const both = [mia.id, omar.id].sort((a, b) => a - b);
    const { topic: _, ...rest } = before;
    const steps = [
      { ...before, ...other },
      { ...before, ...other, to: both },
      { ...before, ...other, to: both, scheduled_delivery_timestamp: later },
      { ...rest, ...other, type: "stream", to: channel, topic: "tea", scheduled_delivery_timestamp: later },
      { ...rest, ...other, type: "stream", to: channel, topic: "coffee", scheduled_delivery_timestamp: later },
      { ...rest, ...other, to: [mia.id], scheduled_delivery_timestamp: later },
    ];
    expect(events?.map((event: Json) => [event.type, event.op, event.scheduled_message])).toEqual(
      steps.map((step) => ["scheduled_messages", "update", step]),
    );
    expect(await scheduledMessagesOf(noah)).toEqual([steps.at(-1)]);
  });

  test("is refused if it changes nothing, is invalid, or is made without permission", async () => {
    const { iris, noah, mia } = await newCast();
    const channel = await channelIdOf(noah, "general");
    const secret = await makeChannel(iris, "secret", [iris], { invite_only: true });
    const id = await scheduleMessage(noah, { type: "direct", to: [mia.id] });
    const [before] = await scheduledMessagesOf(noah);
    const refusal = (fields: object) => outcome(noah.patch(`/scheduled_messages/${id}`, fields as never));
    expect(await refusal({})).toBe("BAD_REQUEST: Nothing to change");
    expect(await refusal({ type: "channel", topic: "t" })).toBe(
      "BAD_REQUEST: Recipient required when updating type of scheduled message.",
    );
    expect(await refusal({ type: "stream", to: channel })).toBe(
      "BAD_REQUEST: Topic required when updating scheduled message type to channel.",
    );
    expect(await refusal({ type: "channel", to: secret, topic: "t" })).toBe(
      `STREAM_DOES_NOT_EXIST: Channel with ID '${secret}' does not exist`,
    );
    expect(await refusal({ to: [999] })).toBe("BAD_REQUEST: Invalid user ID 999");
    expect(await refusal({ content: "" })).toBe("BAD_REQUEST: Message must not be empty");
    expect(await refusal({ scheduled_delivery_timestamp: 5 })).toBe(
      "BAD_REQUEST: Scheduled delivery time must be in the future.",
    );
    expect(await scheduledMessagesOf(noah)).toEqual([before]);
  });

  test("or deleting it is allowed only for its sender, and a deletion sends an event", async () => {
    const { by, iris, noah, mia } = await realmWithCallers();
    const id = await scheduleMessage(noah, { type: "direct", to: [mia.id] });
    const none = "BAD_REQUEST: Scheduled message does not exist";
    for (const who of [by.owner, by.administrator, by.moderator, by.guest, by.bot, mia]) {
      const changing = await who.patch(`/scheduled_messages/${id}`, { content: "x" });
      expect([changing.status, changing.body.msg]).toEqual([404, "Scheduled message does not exist"]);
      expect(await outcome(who.delete(`/scheduled_messages/${id}`))).toBe(none);
    }
    expect(await outcome(iris.delete("/scheduled_messages/999"))).toBe(none);
    const [events] = await eventsDuring([noah], () => noah.ok(noah.delete(`/scheduled_messages/${id}`)));
    expect(events).toMatchObject([{ type: "scheduled_messages", op: "remove", scheduled_message_id: id }]);
    expect(await outcome(noah.delete(`/scheduled_messages/${id}`))).toBe(none);
    expect(await scheduledMessagesOf(noah)).toEqual([]);
  });
});
