import { describe, expect, test } from "vitest";
import { channelIdOf, forAll, makeChannel, outcome, outcomes, realmWithCallers } from "../../../support/channels.ts";
import { eventsDuring } from "../../../support/events-during.ts";
import { givePermission, groupIds } from "../../../support/groups.ts";
import { sendDirect, sendToChannel } from "../../../support/messages.ts";
import { advanceClock, evict } from "../../../support/object.ts";
import { type Cast, casts, realm } from "../../../support/organization.ts";
import type { Fields, Json, Person } from "../../../support/person.ts";

const newCast = casts();

const type = (who: Person, fields: Fields) => who.post("/typing", { op: "start", ...fields });
const set = (who: Person, settings: Fields) => who.ok(who.patch("/settings", settings));

describe("[messages 17] typing a direct message", () => {
  test("notifies all participants, and the sender's other clients", async () => {
    const { noah, mia, omar, gus } = await newCast();
    const all = await eventsDuring([noah, mia, omar, gus], async () => {
      await noah.ok(type(noah, { to: [mia.id, omar.id] }));
      await noah.ok(type(noah, { op: "stop", type: "direct", to: [omar.id, noah.id, mia.id] }));
    });
    const recipients = [omar, noah, mia]
      .map(({ id, email }) => ({ user_id: id, email }))
      .sort((a, b) => a.user_id - b.user_id);
    const told = (op: string) => ({
      type: "typing",
      op,
      message_type: "direct",
      sender: { user_id: noah.id, email: noah.email },
      recipients,
      id: expect.any(Number),
    });
    const [sender, first, second, stranger] = all;
    for (const events of [sender, first, second]) expect(events).toEqual([told("start"), told("stop")]);
    expect(stranger).toEqual([]);
  });

  test("to oneself notifies the user's own clients", async () => {
    const { noah } = await newCast();
    const [events] = await eventsDuring([noah], () => noah.ok(type(noah, { to: [noah.id] })));
    expect(events?.[0].recipients).toEqual([{ user_id: noah.id, email: noah.email }]);
  });

  test("notifies no one if the sender opted out, and skips recipients who opted out", async () => {
    const { noah, mia, omar } = await newCast();
    await set(mia, { receives_typing_notifications: false });
    const [events, others] = await eventsDuring([mia, omar], () => noah.ok(type(noah, { to: [mia.id, omar.id] })));
    expect([events?.length, others?.length]).toEqual([0, 1]);
    await set(noah, { send_private_typing_notifications: false });
    expect(await outcome(type(noah, { to: [mia.id] }))).toBe(
      "BAD_REQUEST: User has disabled typing notifications for direct messages",
    );
  });

  test.each([
    ["no recipients", {}, "REQUEST_VARIABLE_MISSING: Missing 'to' argument"],
    ["an empty list", { to: [] }, "BAD_REQUEST: Empty 'to' list"],
    ["an unknown id", { to: [999] }, "BAD_REQUEST: Invalid user ID 999"],
    ["an email address", { to: ["a@b.c"] }, "BAD_REQUEST: to[0] is not an integer"],
    ["another op", { op: "pause", to: [1] }, "BAD_REQUEST: Invalid op"],
    ["another type", { type: "letter", to: [1] }, "BAD_REQUEST: Invalid type"],
  ])("with %s is refused", async (_, fields, expected) => {
    const { noah } = await newCast();
    expect(await outcome(type(noah, fields))).toBe(expected);
  });

  test("is refused for users who cannot send the message", async () => {
    const { iris, noah, mia } = await realm();
    await givePermission(iris, "direct_message_permission_group", "role:nobody");
    expect(await outcome(type(noah, { to: [mia.id] }))).toBe(
      "BAD_REQUEST: Direct messages are disabled in this organization.",
    );
  });
});

/** Subscribes new users to the kitchen, and advances the clock because of the rate limit. */
async function fill(iris: Person, count: number, more: Cast["more"]): Promise<void> {
  const principals: number[] = [];
  for (let made = 0; made < count; made++) {
    if (made % 50 === 0) await advanceClock(iris, 60_000);
    principals.push((await more()).id);
  }
  await iris.ok(iris.post("/users/me/subscriptions", { subscriptions: [{ name: "kitchen" }], principals }));
}

describe("[messages 17] typing a channel message", () => {
  test("notifies only subscribers, and only their clients with the required capability", async () => {
    const { noah, mia, omar } = await newCast();
    const stream_id = await makeChannel(noah, "kitchen", [noah, mia]);
    const older = await mia.queue({ client_capabilities: { notification_settings_null: true } });
    const shown = await mia.queue({
      client_capabilities: { notification_settings_null: true, stream_typing_notifications: true },
    });
    const [own, told, other] = await eventsDuring([noah, mia, omar], async () => {
      await noah.ok(type(noah, { type: "stream", stream_id, topic: " tea " }));
      await noah.ok(type(noah, { op: "stop", type: "channel", to: [stream_id], topic: "General chat" }));
    });
    const sender = { user_id: noah.id, email: noah.email };
    const head = { type: "typing", message_type: "stream", sender, stream_id, id: expect.any(Number) };
    expect(told).toEqual([
      { ...head, op: "start", topic: "tea" },
      { ...head, op: "stop", topic: "" },
    ]);
    expect(own).toEqual(told);
    expect(other).toEqual([]);
    expect(await older.events()).toEqual([]);
    expect((await shown.events()).map(({ topic }) => topic)).toEqual(["tea", "general chat"]);
  });

  test("notifies no one if the channel is large or the sender opted out, and skips subscribers who opted out", async () => {
    const { iris, noah, mia, more } = await newCast();
    const stream_id = await makeChannel(noah, "kitchen", [noah, mia]);
    const writes = () => noah.ok(type(noah, { type: "channel", stream_id, topic: "t" }));
    await set(mia, { receives_typing_notifications: false });
    expect((await eventsDuring([mia], writes))[0]).toEqual([]);
    await set(mia, { receives_typing_notifications: true });
    await fill(iris, 98, more);
    expect((await eventsDuring([mia], writes))[0]).toHaveLength(1);
    await fill(iris, 1, more);
    expect((await eventsDuring([mia], writes))[0]).toEqual([]);
    await set(noah, { send_stream_typing_notifications: false });
    expect(await outcome(type(noah, { type: "channel", stream_id, topic: "t" }))).toBe(
      "BAD_REQUEST: User has disabled typing notifications for channel messages",
    );
  });

  test("is refused without a channel or a topic", async () => {
    const { iris, noah } = await newCast();
    const general = await channelIdOf(noah, "general");
    const secret = await makeChannel(iris, "secret", [iris], { invite_only: true });
    const refusal = (fields: Fields) => outcome(type(noah, { type: "channel", ...fields }));
    expect(await refusal({ topic: "t" })).toBe("REQUEST_VARIABLE_MISSING: Missing 'stream_id' argument");
    expect(await refusal({ stream_id: general })).toBe("BAD_REQUEST: Missing topic");
    expect(await refusal({ stream_id: 999, topic: "t" })).toBe("BAD_REQUEST: Invalid channel ID");
    expect(await refusal({ stream_id: secret, topic: "t" })).toBe("BAD_REQUEST: Invalid channel ID");
  });

  test("is allowed for users who can post there", async () => {
    const { by, iris } = await realmWithCallers();
    const stream_id = await channelIdOf(iris, "general");
    const { "role:moderators": moderators } = await groupIds(iris);
    await iris.ok(iris.patch(`/streams/${stream_id}`, { can_send_message_group: { new: moderators } }));
    const refused = "BAD_REQUEST: You do not have permission to post in this channel.";
    expect(await outcomes((who) => type(who, { type: "channel", stream_id, topic: "t" }), by)).toEqual(
      forAll("ok", { member: refused, guest: refused, bot: refused }),
    );
  });
});

describe("[messages 17] editing a message", () => {
  const edit = (who: Person, message: number, op = "start") => who.post(`/messages/${message}/typing`, { op });

  test("notifies the users who received it", async () => {
    const { noah, mia, omar } = await newCast();
    const channel_id = await makeChannel(noah, "kitchen", [noah, mia]);
    const inChannel = await sendToChannel(noah, channel_id, "tea", "x");
    const direct = await sendDirect(noah, [mia], "x");
    const [events, other] = await eventsDuring([mia, omar], async () => {
      await noah.ok(edit(noah, inChannel));
      await noah.ok(edit(noah, direct, "stop"));
    });
    const head = { type: "typing_edit_message", sender_id: noah.id, id: expect.any(Number) };
    const user_ids = [noah.id, mia.id].sort((a, b) => a - b);
    expect(events).toEqual([
      { ...head, op: "start", message_id: inChannel, recipient: { type: "channel", channel_id, topic: "tea" } },
      { ...head, op: "stop", message_id: direct, recipient: { type: "direct", user_ids } },
    ]);
    expect(other).toEqual([]);
  });

  test("does not notify later subscribers of a channel with protected history", async () => {
    const { noah, mia, omar } = await newCast();
    const id = await makeChannel(noah, "cellar", [noah, mia], {
      invite_only: true,
      history_public_to_subscribers: false,
    });
    const message = await sendToChannel(noah, id, "old plans", "x");
    await noah.ok(noah.post("/users/me/subscriptions", { subscriptions: [{ name: "cellar" }], principals: [omar.id] }));
    const [earlier, later] = await eventsDuring([mia, omar], () => noah.ok(edit(noah, message)));
    expect([earlier?.length, later]).toEqual([1, []]);
  });

  test("sends typing events only for the message's sender, while they can edit it", async () => {
    const { iris, noah, mia, omar } = await realm();
    const message = await sendDirect(noah, [mia], "x");
    expect(await outcome(edit(mia, message))).toBe("BAD_REQUEST: You don't have permission to edit this message");
    expect(await outcome(edit(omar, message))).toBe("BAD_REQUEST: Invalid message(s)");
    expect(await outcome(edit(noah, message, "pause"))).toBe("BAD_REQUEST: Invalid op");
    await iris.ok(iris.patch("/realm", { message_content_edit_limit_seconds: 60 }));
    expect(await outcome(edit(noah, message))).toBe("ok");
    await advanceClock(noah, 62_000);
    expect(await outcome(edit(noah, message))).toBe("BAD_REQUEST: The time limit for editing this message has passed");
    await iris.ok(iris.patch("/realm", { allow_message_editing: false }));
    expect(await outcome(edit(noah, message))).toBe("BAD_REQUEST: Your organization has turned off message editing");
  });

  test("notifies only users who want typing notifications", async () => {
    const { noah, mia } = await newCast();
    const message = await sendDirect(noah, [mia], "x");
    await set(mia, { receives_typing_notifications: false });
    expect((await eventsDuring([mia], () => noah.ok(edit(noah, message))))[0]).toEqual([]);
    await set(noah, { send_private_typing_notifications: false });
    expect(await outcome(edit(noah, message))).toBe(
      "BAD_REQUEST: User has disabled typing notifications for direct messages",
    );
  });
});

test("[users 4.3] guests do not get the address of a typing user who is hidden from them", async () => {
  const { iris, noah, mia, gus } = await realm();
  for (const who of [mia, gus]) {
    const { subscriptions } = await who.ok(who.get("/users/me/subscriptions"));
    await who.ok(who.delete("/users/me/subscriptions", { subscriptions: subscriptions.map(({ name }: Json) => name) }));
  }
  const stream_id = await makeChannel(noah, "tea", [noah, gus]);
  await givePermission(iris, "can_access_all_users_group", "role:members");
  const [guest, member] = await eventsDuring([gus, noah], async () => {
    await mia.ok(type(mia, { type: "channel", stream_id, topic: "t" }));
    await mia.ok(type(mia, { to: [noah.id, gus.id] }));
    await noah.ok(type(noah, { type: "channel", stream_id, topic: "t" }));
  });
  const addresses = (events: Json[] | undefined) =>
    events?.map(({ sender, recipients = [] }) => [sender, ...recipients].map(({ email }) => email));
  const direct = (them: string) =>
    [mia, noah, gus].sort((a, b) => a.id - b.id).map((who) => (who === mia ? them : who.email));
  const unknown = `user${mia.id}@${mia.host}`;
  expect(addresses(guest)).toEqual([[unknown], [unknown, ...direct(unknown)], [noah.email]]);
  expect(addresses(member)).toEqual([[mia.email], [mia.email, ...direct(mia.email)], [noah.email]]);
});

test("[messages 17] typing events are not stored for clients that reconnect later", async () => {
  const { noah, mia } = await newCast();
  const queue = await mia.queue();
  await noah.ok(type(noah, { to: [mia.id] }));
  await evict(noah);
  expect(await queue.events()).toEqual([]);
});
