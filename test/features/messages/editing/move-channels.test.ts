import { describe, expect, test } from "vitest";
import { makeChannel, outcome, outcomes, realmWithCallers } from "../../../support/channels.ts";
import { editMessage, eventsOfType, fetchMessage, noticesIn, topicsOf } from "../../../support/editing.ts";
import { eventsDuring } from "../../../support/events-during.ts";
import { groupIds } from "../../../support/groups.ts";
import { fetchMessages, flagsOf, idsOf, sendToChannel, unreadIds } from "../../../support/messages.ts";
import { advanceClock, evict } from "../../../support/object.ts";
import { casts, realm } from "../../../support/organization.ts";
import type { Person } from "../../../support/person.ts";

const newCast = casts();

const INVALID = "BAD_REQUEST: Invalid message(s)";
const quiet = { send_notification_to_new_thread: false };
const all = { propagate_mode: "change_all", ...quiet };
const WEEK = 604_800_000;

describe("[4.2] moving messages to another channel", () => {
  test("keeps their topic, or changes it as well", async () => {
    const { noah } = await newCast();
    const [a, b] = [await makeChannel(noah, "harbour", [noah]), await makeChannel(noah, "pier", [noah])];
    const ids = [await sendToChannel(noah, a, "Tides", "a"), await sendToChannel(noah, a, "Tides", "b")];
    await noah.ok(editMessage(noah, ids[0] ?? 0, { stream_id: b, ...all }));
    const narrow = [
      ["channel", b],
      ["topic", "Tides"],
    ];
    expect(idsOf((await fetchMessages(noah, { narrow })).messages)).toEqual(ids);
    const [event] = await eventsDuring([noah], () =>
      noah.ok(editMessage(noah, ids[0] ?? 0, { stream_id: a, topic: "Wind", ...all })),
    );
    expect(eventsOfType(event, "update_message")).toEqual([
      {
        type: "update_message",
        user_id: noah.id,
        rendering_only: false,
        message_id: ids[0],
        message_ids: ids,
        flags: [],
        edit_timestamp: expect.any(Number),
        stream_id: b,
        stream_name: "pier",
        new_stream_id: a,
        orig_subject: "Tides",
        subject: "Wind",
        topic_links: [],
        propagate_mode: "change_all",
        id: expect.any(Number),
      },
    ]);
    const message = await fetchMessage(noah, ids[1] ?? 0);
    expect(message).toMatchObject({ stream_id: a, display_recipient: "harbour", subject: "Wind" });
    expect(message.edit_history).toMatchObject([
      { prev_stream: b, stream: a, prev_topic: "Tides", topic: "Wind" },
      { prev_stream: a, stream: b },
    ]);
    expect(message.edit_history[1]).not.toHaveProperty("topic");
  });

  test("keeps each message's spelling of the topic, and sends no topic in the event", async () => {
    const { noah } = await newCast();
    const [a, b] = [await makeChannel(noah, "harbour", [noah]), await makeChannel(noah, "pier", [noah])];
    const ids = [await sendToChannel(noah, a, "Tides", "a"), await sendToChannel(noah, a, "tides", "b")];
    const [events] = await eventsDuring([noah], () =>
      noah.ok(editMessage(noah, ids[0] ?? 0, { stream_id: b, ...all })),
    );
    expect(eventsOfType(events, "update_message")[0]).not.toHaveProperty("subject");
    const spelt = async (id = 0) => (await fetchMessage(noah, id)).subject;
    expect([await spelt(ids[0]), await spelt(ids[1])]).toEqual(["Tides", "tides"]);
  });

  test("cannot be combined with an edit of the text, and sends no fields of a topic change", async () => {
    const { noah } = await newCast();
    const [a, b] = [await makeChannel(noah, "harbour", [noah]), await makeChannel(noah, "pier", [noah])];
    const id = await sendToChannel(noah, a, "Tides", "a");
    expect(await outcome(editMessage(noah, id, { stream_id: b, content: "x" }))).toBe(
      "BAD_REQUEST: Cannot change message content while changing channel",
    );
    const [events] = await eventsDuring([noah], () => noah.ok(editMessage(noah, id, { stream_id: b, ...quiet })));
    const [event] = eventsOfType(events, "update_message");
    expect(event).toMatchObject({ orig_subject: "Tides", new_stream_id: b });
    expect(event).not.toHaveProperty("subject");
    expect(event).not.toHaveProperty("content");
  });

  test("needs permission to move in the old channel, and to post in the new one", async () => {
    const { by, iris, noah } = await realmWithCallers();
    const people = Object.values(by);
    const [a, b] = [await makeChannel(iris, "harbour", people), await makeChannel(iris, "pier", people)];
    const attempt = async (who: Person) =>
      editMessage(who, await sendToChannel(iris, a, "x", "a"), { stream_id: b, ...quiet });
    const refused = "BAD_REQUEST: You don't have permission to move this message";
    const members = { owner: "ok", administrator: "ok", moderator: "ok", member: "ok", guest: refused };
    expect(await outcomes(attempt, by)).toEqual({ ...members, bot: "ok" });
    const id = await groupIds(iris);
    await iris.ok(iris.patch("/realm", { can_move_messages_between_channels_group: { new: id["role:moderators"] } }));
    expect(await outcomes(attempt, by)).toEqual({ ...members, member: refused, bot: refused });
    const his = { direct_members: [noah.id], direct_subgroups: [] };
    const letMoveOutOf = (channel: number) =>
      iris.ok(iris.patch(`/streams/${channel}`, { can_move_messages_out_of_channel_group: { new: his } }));
    await letMoveOutOf(b);
    expect(await outcome(attempt(noah))).toBe(refused);
    await letMoveOutOf(a);
    expect(await outcome(attempt(noah))).toBe("ok");
    await iris.ok(iris.patch(`/streams/${b}`, { can_send_message_group: { new: id["role:administrators"] } }));
    expect(await outcome(attempt(noah))).toBe("BAD_REQUEST: You do not have permission to post in this channel.");
    expect(await outcome(attempt(iris))).toBe("ok");
  });

  test("and topic at once requires permission to move messages between topics in either channel", async () => {
    const { iris, noah } = await realm();
    const [a, b] = [await makeChannel(iris, "harbour", [iris, noah]), await makeChannel(iris, "pier", [iris, noah])];
    const id = await groupIds(iris);
    await iris.ok(iris.patch("/realm", { can_move_messages_between_topics_group: { new: id["role:moderators"] } }));
    const attempt = async () =>
      outcome(editMessage(noah, await sendToChannel(noah, a, "x", "a"), { stream_id: b, topic: "y", ...quiet }));
    expect(await attempt()).toBe("BAD_REQUEST: You don't have permission to edit this message");
    const his = { direct_members: [noah.id], direct_subgroups: [] };
    for (const channel of [a, b]) {
      await iris.ok(iris.patch(`/streams/${channel}`, { can_move_messages_within_channel_group: { new: his } }));
      expect(await attempt()).toBe("ok");
      const nobody = { new: id["role:nobody"] };
      await iris.ok(iris.patch(`/streams/${channel}`, { can_move_messages_within_channel_group: nobody }));
    }
  });

  test("is refused if the user cannot know of the new channel, or if either channel is archived", async () => {
    const { iris, noah, mia } = await newCast();
    const [a, b] = [await makeChannel(noah, "harbour", [noah]), await makeChannel(iris, "pier", [iris])];
    const secret = await makeChannel(mia, "secret", [mia], { invite_only: true });
    const id = await sendToChannel(noah, a, "x", "a");
    for (const stream_id of [secret, 999]) {
      expect(await outcome(editMessage(noah, id, { stream_id }))).toBe("BAD_REQUEST: Invalid channel ID");
    }
    await iris.ok(iris.delete(`/streams/${b}`));
    expect(await outcome(editMessage(noah, id, { stream_id: b }))).toMatch(/^BAD_REQUEST: Not authorized/);
    await iris.ok(iris.delete(`/streams/${a}`));
    expect(await outcome(editMessage(noah, id, { topic: "y" }))).toBe(INVALID);
  });

  test("follows the topics policy of the new channel", async () => {
    const { iris } = await newCast();
    const [a, b] = [await makeChannel(iris, "harbour", [iris]), await makeChannel(iris, "pier", [iris])];
    await iris.ok(iris.patch(`/streams/${b}`, { topics_policy: "disable_empty_topic" }));
    const id = await sendToChannel(iris, a, "", "a");
    expect(await outcome(editMessage(iris, id, { stream_id: b }))).toBe(
      "BAD_REQUEST: Sending messages to the general chat is not allowed in this channel.",
    );
    expect(await outcome(editMessage(iris, id, { stream_id: b, topic: "Tides" }))).toBe("ok");
  });

  test("has a time limit, except for moderators", async () => {
    const { iris, mona, noah } = await realm();
    const people = [iris, mona, noah];
    const [a, b] = [await makeChannel(iris, "harbour", people), await makeChannel(iris, "pier", people)];
    await iris.ok(iris.patch("/realm", { move_messages_within_stream_limit_seconds: "unlimited" }));
    const id = await sendToChannel(noah, a, "x", "a");
    await advanceClock(iris, WEEK + 40_000);
    expect(await outcome(editMessage(noah, id, { topic: "y" }))).toBe("ok");
    expect(await outcome(editMessage(noah, id, { stream_id: b }))).toBe(
      "BAD_REQUEST: The time limit for editing this message's channel has passed.",
    );
    expect((await editMessage(noah, id, { stream_id: b, ...all })).body).toMatchObject({
      code: "MOVE_MESSAGES_TIME_LIMIT_EXCEEDED",
    });
    expect(await outcome(editMessage(mona, id, { stream_id: b }))).toBe("ok");
  });

  test("is not treated as a move if they are already in that channel, and then needs no permission", async () => {
    const { iris, noah } = await realm();
    const channel = await makeChannel(iris, "harbour", [iris, noah]);
    const id = await sendToChannel(noah, channel, "Tides", "a");
    const { "role:nobody": nobody } = await groupIds(iris);
    await iris.ok(iris.patch("/realm", { can_move_messages_between_channels_group: { new: nobody } }));
    for (const fields of [{}, { topic: "Tides" }])
      expect(await outcome(editMessage(noah, id, { stream_id: channel, ...fields }))).toBe(
        "BAD_REQUEST: Nothing to change",
      );
    await iris.ok(iris.patch("/realm", { move_messages_between_streams_limit_seconds: 60 }));
    await advanceClock(iris, 200_000);
    expect(await outcome(editMessage(noah, id, { stream_id: channel, topic: "Winds", ...all }))).toBe("ok");
    const { message_history } = await noah.ok(noah.get(`/messages/${id}/history`));
    expect(message_history.at(-1)).toMatchObject({ topic: "Winds", prev_topic: "Tides" });
    expect(message_history.at(-1)).not.toHaveProperty("prev_stream");
  });

  test("posts notifications in both channels, and sends the new channel's first_message_id", async () => {
    const { noah } = await realm();
    const [a, b] = [await makeChannel(noah, "harbour", [noah]), await makeChannel(noah, "pier", [noah])];
    const first = (await noah.ok(noah.get(`/streams/${a}`))).stream.first_message_id ?? 0;
    const id = await sendToChannel(noah, a, "Tides", "a");
    const target = first === 0 ? id : first;
    const { subject } = await fetchMessage(noah, target);
    const [events] = await eventsDuring([noah], () =>
      noah.ok(
        editMessage(noah, target, {
          stream_id: b,
          send_notification_to_old_thread: true,
          propagate_mode: "change_all",
        }),
      ),
    );
    const updates = eventsOfType(events, "stream").filter((event) => event.property === "first_message_id");
    expect(updates).toContainEqual(expect.objectContaining({ stream_id: b, value: target }));
    const by = `by @_**Noah Example|${noah.id}**.`;
    expect(await noticesIn(noah, a, subject)).toContain(`This topic was moved to #**pier>${subject}** ${by}`);
    expect((await noticesIn(noah, b, subject)).at(-1)).toMatch(/moved here from #\*\*harbour>/);
  });
});

describe("[messages 7] after a move between channels", () => {
  test("messages stay unread only for subscribers of the new channel", async () => {
    const { noah, mia, omar, mona } = await newCast();
    const a = await makeChannel(noah, "harbour", [noah, mia, omar]);
    const b = await makeChannel(noah, "pier", [noah, mia, mona]);
    const ids = [await sendToChannel(noah, a, "Tides", "a"), await sendToChannel(noah, a, "Tides", "b")];
    await mia.ok(mia.post("/messages/flags", { op: "add", flag: "read", messages: [ids[0]] }));
    const [hers, his, gained] = await eventsDuring([mia, omar, mona], () =>
      noah.ok(editMessage(noah, ids[0] ?? 0, { stream_id: b, ...all })),
    );
    expect(hers?.map(({ type }) => type)).toEqual(["update_message"]);
    expect(his?.map(({ type }) => type)).toEqual(["update_message", "update_message_flags"]);
    expect(gained?.map(({ type }) => type)).toEqual(["update_message"]);
    expect((await unreadIds(mia)).filter((id) => ids.includes(id))).toEqual([ids[1]]);
    for (const who of [omar, mona]) expect((await unreadIds(who)).filter((id) => ids.includes(id))).toEqual([]);
    await evict(noah);
    expect(await flagsOf(mia, ids[1] ?? 0)).toEqual([]);
    expect(await flagsOf(mia, ids[0] ?? 0)).toEqual(["read"]);
  });

  test("messages stay unread for users who subscribed there after they were sent", async () => {
    const { noah, mia } = await realm();
    const a = await makeChannel(noah, "harbour", [noah, mia]);
    const b = await makeChannel(noah, "pier", [noah]);
    const id = await sendToChannel(noah, a, "Tides", "@**Mia Example**");
    await mia.ok(mia.post("/users/me/subscriptions", { subscriptions: [{ name: "pier" }] }));
    await eventsDuring([mia], () => noah.ok(editMessage(noah, id, { stream_id: b, ...all })));
    expect(await unreadIds(mia)).toContain(id);
    expect(await flagsOf(mia, id)).toContain("mentioned");
    const narrow = [["is", "unread"]];
    expect(idsOf((await fetchMessages(mia, { narrow })).messages)).toContain(id);
  });

  test("senders who are not subscribed to the new channel keep their messages, if they can read them", async () => {
    const { noah, mia, omar } = await realm();
    const [a, b] = [await makeChannel(noah, "harbour", [noah, mia]), await makeChannel(noah, "pier", [noah])];
    const secret = await makeChannel(noah, "secret", [noah], { invite_only: true });
    const ids = [await sendToChannel(mia, a, "Tides", "a"), await sendToChannel(omar, a, "Tides", "b")];
    const sentBy = async (who: Person) =>
      idsOf((await fetchMessages(who, { narrow: [["sender", "me"]] })).messages).filter((id) => ids.includes(id));
    expect([await sentBy(mia), await sentBy(omar)]).toEqual([[ids[0]], []]);
    await noah.ok(editMessage(noah, ids[0] ?? 0, { stream_id: b, ...all }));
    expect([await sentBy(mia), await sentBy(omar)]).toEqual([[ids[0]], []]);
    expect(await flagsOf(mia, ids[0] ?? 0)).toEqual(["read", "historical"]);
    const [told] = await eventsDuring([mia], () =>
      noah.ok(noah.post(`/messages/${ids[0]}/reactions`, { emoji_name: "octopus" })),
    );
    expect(told?.map(({ type }) => type)).toEqual(["reaction"]);
    await noah.ok(editMessage(noah, ids[0] ?? 0, { stream_id: secret, ...all }));
    expect(await sentBy(mia)).toEqual([]);
  });

  test("to a private channel, only its subscribers can read the messages", async () => {
    const { noah, mia, omar, gus, iris } = await newCast();
    const a = await makeChannel(noah, "harbour", [noah, mia, omar, gus]);
    const secret = await makeChannel(noah, "secret", [noah, mia], { invite_only: true });
    const ids = [await sendToChannel(noah, a, "Tides", "a"), await sendToChannel(noah, a, "Tides", "b")];
    await omar.ok(omar.post("/messages/flags", { op: "add", flag: "starred", messages: ids }));
    await mia.ok(mia.post("/messages/flags", { op: "add", flag: "starred", messages: ids }));
    const [hers, his, guest, other] = await eventsDuring([mia, omar, gus, iris], () =>
      noah.ok(editMessage(noah, ids[0] ?? 0, { stream_id: secret, topic: "Hidden", ...all })),
    );
    expect(eventsOfType(hers, "update_message")).toMatchObject([{ message_ids: ids, flags: ["starred"] }]);
    expect(eventsOfType(hers, "delete_message")).toEqual([]);
    for (const events of [his, guest]) {
      expect(eventsOfType(events, "update_message")).toEqual([]);
      expect(eventsOfType(events, "delete_message")).toMatchObject([
        { message_type: "stream", stream_id: a, topic: "Tides", message_ids: ids },
      ]);
    }
    expect(eventsOfType(other, "update_message")).toEqual([]);
    for (const who of [omar, gus, iris]) expect(await outcome(who.get(`/messages/${ids[0]}`))).toBe(INVALID);
    expect((await fetchMessages(omar, { narrow: [["is", "starred"]] })).messages).toEqual([]);
    expect(await flagsOf(mia, ids[0] ?? 0)).toEqual(["starred"]);
  });

  test("to a channel with protected history, all current subscribers can read the messages", async () => {
    const { noah, mia, omar } = await newCast();
    const a = await makeChannel(noah, "harbour", [noah]);
    const secret = await makeChannel(noah, "secret", [noah], { invite_only: true });
    const older = await sendToChannel(noah, secret, "Tides", "before mia");
    const id = await sendToChannel(noah, a, "Tides", "moved");
    await noah.ok(noah.post("/users/me/subscriptions", { subscriptions: [{ name: "secret" }], principals: [mia.id] }));
    const [events] = await eventsDuring([mia, omar], () =>
      noah.ok(editMessage(noah, id, { stream_id: secret, ...quiet })),
    );
    expect(eventsOfType(events, "update_message")).toMatchObject([
      { message_ids: [id], flags: ["read", "historical"] },
    ]);
    expect(await outcome(mia.get(`/messages/${older}`))).toBe(INVALID);
    expect(await outcome(mia.get(`/messages/${id}`))).toBe("ok");
    expect((await topicsOf(mia, secret)).find((topic) => topic.name === "Tides")).toMatchObject({ max_id: id });
    expect(idsOf((await fetchMessages(mia, { narrow: [["channel", secret]] })).messages)).toContain(id);
    await noah.ok(noah.post("/users/me/subscriptions", { subscriptions: [{ name: "secret" }], principals: [omar.id] }));
    expect(await outcome(omar.get(`/messages/${id}`))).toBe(INVALID);
  });

  test("out of a private channel, everyone can read the messages", async () => {
    const { noah, mia, gus } = await newCast();
    const secret = await makeChannel(noah, "secret", [noah], { invite_only: true });
    const a = await makeChannel(noah, "harbour", [noah, mia, gus]);
    const id = await sendToChannel(noah, secret, "Tides", "a");
    const [hers, guest] = await eventsDuring([mia, gus], () =>
      noah.ok(editMessage(noah, id, { stream_id: a, ...quiet })),
    );
    for (const events of [hers, guest])
      expect(eventsOfType(events, "update_message")).toMatchObject([{ message_ids: [id] }]);
    for (const who of [mia, gus]) expect(await outcome(who.get(`/messages/${id}`))).toBe("ok");
    expect(await unreadIds(mia)).not.toContain(id);
  });

  test("[4.2, rule 4] in a channel with protected history, a topic move covers only messages that the mover received", async () => {
    const { noah, mia, omar } = await newCast();
    const secret = await makeChannel(noah, "secret", [noah], { invite_only: true });
    const subscribe = (who: Person) =>
      noah.ok(noah.post("/users/me/subscriptions", { subscriptions: [{ name: "secret" }], principals: [who.id] }));
    const before = await sendToChannel(noah, secret, "Tides", "before mia");
    await subscribe(mia);
    const seen = await sendToChannel(noah, secret, "Tides", "seen by mia");
    await subscribe(omar);
    const after = await sendToChannel(noah, secret, "Tides", "seen by omar");
    const [his, late] = await eventsDuring([noah, omar], () =>
      mia.ok(editMessage(mia, after, { topic: "Wind", ...all })),
    );
    expect(eventsOfType(his, "update_message")).toMatchObject([{ message_id: after, message_ids: [seen, after] }]);
    expect(eventsOfType(late, "update_message")).toMatchObject([{ message_id: after, message_ids: [after] }]);
    expect((await fetchMessage(noah, before)).subject).toBe("Tides");
  });

  test("topic preferences of users who can no longer read the topic are removed", async () => {
    const { noah, mia, omar } = await newCast();
    const a = await makeChannel(noah, "harbour", [noah, mia, omar]);
    const secret = await makeChannel(noah, "secret", [noah, mia], { invite_only: true });
    const id = await sendToChannel(noah, a, "Tides", "a");
    for (const who of [mia, omar]) {
      await who.ok(who.post("/user_topics", { stream_id: a, topic: "Tides", visibility_policy: 1 }));
    }
    const [hers, his] = await eventsDuring([mia, omar], () =>
      noah.ok(editMessage(noah, id, { stream_id: secret, ...all })),
    );
    expect(eventsOfType(hers, "user_topic")).toMatchObject([
      { stream_id: a, visibility_policy: 0 },
      { stream_id: secret, visibility_policy: 1 },
    ]);
    expect(eventsOfType(his, "user_topic")).toMatchObject([{ stream_id: a, visibility_policy: 0 }]);
  });
});
