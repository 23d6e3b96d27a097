import { describe, expect, test } from "vitest";
import { channelIdOf, forAll, makeChannel, outcome, outcomes, realmWithCallers } from "../../../support/channels.ts";
import { eventsDuring } from "../../../support/events-during.ts";
import { givePermission } from "../../../support/groups.ts";
import { fetchMessages, idsOf, sendDirect, sendToChannel, unreadIds } from "../../../support/messages.ts";
import { advanceClock, evict, stopClock, untilShipped, withDatabase } from "../../../support/object.ts";
import { casts, realm } from "../../../support/organization.ts";
import type { Json, Person } from "../../../support/person.ts";

const newCast = casts();

const remove = (who: Person, id: number) => who.delete(`/messages/${id}`);
const FORBIDDEN = "BAD_REQUEST: You don't have permission to delete this message";
const INVALID = "BAD_REQUEST: Invalid message(s)";
const LATE = "BAD_REQUEST: The time limit for deleting this message has passed";
const only = (events: Json[], type: string) => events.filter((event) => event.type === type);

describe("[messages 8] deleting a message", () => {
  test("of another user needs the permission to delete any message", async () => {
    const { by, mia } = await realmWithCallers();
    const channel = await makeChannel(mia, "harbour", Object.values(by).concat(mia));
    const results = await outcomes(async (who) => remove(who, await sendToChannel(mia, channel, "x", "theirs")), by);
    expect(results).toEqual(forAll(FORBIDDEN, { owner: "ok", administrator: "ok" }));
  });

  test("sent by oneself or one's own bot is always allowed", async () => {
    const { by } = await realmWithCallers();
    const channel = await makeChannel(by.owner, "harbour", Object.values(by));
    const results = await outcomes(async (who) => remove(who, await sendToChannel(who, channel, "x", "mine")), by);
    expect(results).toEqual(forAll("ok"));
    const id = await sendToChannel(by.bot, channel, "x", "by noah's bot");
    expect(await outcome(remove(by.guest, id))).toBe(FORBIDDEN);
    expect(await outcome(remove(by.member, id))).toBe("ok");
  });

  test("is allowed if the organization's or the channel's permissions grant it", async () => {
    const { iris, noah, mia } = await realm();
    const channel = await makeChannel(iris, "harbour", [noah, mia]);
    await givePermission(iris, "can_delete_own_message_group", "role:nobody");
    const own = await sendToChannel(noah, channel, "x", "mine");
    expect(await outcome(remove(noah, own))).toBe(FORBIDDEN);
    const hers = { direct_members: [noah.id], direct_subgroups: [] };
    await iris.ok(iris.patch(`/streams/${channel}`, { can_delete_own_message_group: { new: hers } }));
    expect(await outcome(remove(noah, own))).toBe("ok");
    const other = await sendToChannel(mia, channel, "x", "hers");
    expect(await outcome(remove(noah, other))).toBe(FORBIDDEN);
    await iris.ok(iris.patch(`/streams/${channel}`, { can_delete_any_message_group: { new: hers } }));
    expect(await outcome(remove(noah, other))).toBe("ok");
  });

  test("has a time limit for users who can delete only their own messages", async () => {
    const { iris, noah } = await realm();
    await stopClock(iris);
    await iris.ok(iris.patch("/realm", { message_content_delete_limit_seconds: 600 }));
    const [early, late] = [await sendDirect(noah, [iris], "a"), await sendDirect(noah, [iris], "b")];
    await advanceClock(iris, 600_000);
    expect(await outcome(remove(noah, early))).toBe("ok");
    await advanceClock(iris, 1000);
    expect(await outcome(remove(noah, late))).toBe(LATE);
    expect(await outcome(remove(iris, late))).toBe("ok");
    await iris.ok(iris.patch("/realm", { message_content_delete_limit_seconds: "unlimited" }));
    const id = await sendDirect(noah, [iris], "c");
    await advanceClock(iris, 10_000_000_000);
    expect(await outcome(remove(noah, id))).toBe("ok");
  });

  test("is refused for messages that the user cannot read, or that do not exist", async () => {
    const { iris, omar, noah, mia } = await newCast();
    const id = await sendDirect(noah, [mia], "x");
    expect(await outcome(remove(iris, id))).toBe(INVALID);
    expect(await outcome(remove(noah, id))).toBe("ok");
    for (const who of [noah, mia]) expect(await outcome(remove(who, id))).toBe(INVALID);
    expect(await outcome(noah.get(`/messages/${id}`))).toBe(INVALID);
    const channel = await makeChannel(noah, "secret", [noah], { invite_only: true });
    expect(await outcome(remove(omar, await sendToChannel(noah, channel, "x", "y")))).toBe(INVALID);
  });

  test("is refused in an archived channel", async () => {
    const { iris } = await newCast();
    const channel = await makeChannel(iris, "harbour", [iris]);
    const id = await sendToChannel(iris, channel, "x", "y");
    await iris.ok(iris.delete(`/streams/${channel}`));
    expect(await outcome(remove(iris, id))).toBe(INVALID);
  });

  test("removes it from fetched messages, searches and read state", async () => {
    const { noah, mia } = await realm();
    const channel = await makeChannel(noah, "harbour", [noah, mia]);
    const [kept, gone] = [
      await sendToChannel(noah, channel, "x", "kept"),
      await sendToChannel(noah, channel, "x", "gone for good"),
    ];
    await mia.ok(mia.post("/messages/flags", { op: "add", flag: "starred", messages: [gone] }));
    await untilShipped(noah);
    await noah.ok(remove(noah, gone));
    expect(idsOf((await fetchMessages(mia, { narrow: [["channel", channel]] })).messages)).not.toContain(gone);
    expect((await fetchMessages(mia, { narrow: [["search", "gone"]] })).messages).toEqual([]);
    expect((await fetchMessages(mia, { narrow: [["is", "starred"]] })).messages).toEqual([]);
    expect(await unreadIds(mia)).not.toContain(gone);
    expect(await unreadIds(mia)).toContain(kept);
    await evict(noah);
    expect(await outcome(mia.get(`/messages/${gone}`))).toBe(INVALID);
    expect(await sendToChannel(noah, channel, "x", "next")).toBeGreaterThan(gone);
  });
});

describe("[register 5.1] the event of a deletion", () => {
  test("goes only to users who could read the message", async () => {
    const { noah, mia, omar, gus } = await newCast();
    const channel = await makeChannel(noah, "harbour", [noah, mia]);
    const id = await sendToChannel(noah, channel, "Tides", "x");
    const [sender, reader, other, guest] = await eventsDuring([noah, mia, omar, gus], () => noah.ok(remove(noah, id)));
    const event = {
      type: "delete_message",
      message_type: "stream",
      stream_id: channel,
      topic: "Tides",
      message_ids: [id],
      id: expect.any(Number),
    };
    expect(only(sender ?? [], "delete_message")).toEqual([event]);
    expect(only(reader ?? [], "delete_message")).toEqual([event]);
    expect(only(other ?? [], "delete_message")).toEqual([]);
    expect(guest).toEqual([]);
  });

  test("names only messages that the receiving user can read, even for administrators who can delete any message", async () => {
    const { iris, omar, noah, mia } = await newCast();
    const closed = { invite_only: true, history_public_to_subscribers: false };
    const channel = await makeChannel(iris, "secret", [iris, noah], closed);
    const before = await sendToChannel(noah, channel, "x", "before");
    await iris.ok(
      iris.post("/users/me/subscriptions", { subscriptions: [{ name: "secret" }], principals: [omar.id, mia.id] }),
    );
    const after = await sendToChannel(noah, channel, "x", "after");
    await mia.ok(mia.delete("/users/me/subscriptions", { subscriptions: ["secret"] }));
    const told = await eventsDuring([iris, omar, mia], () =>
      iris.ok(iris.post(`/streams/${channel}/delete_topic`, { topic_name: "x" })),
    );
    const ids = told.map((events) => only(events, "delete_message").map(({ message_ids }) => message_ids));
    expect(ids).toEqual([[[before, after]], [[after]], []]);
    const last = await sendToChannel(noah, channel, "x", "last");
    await omar.ok(omar.delete("/users/me/subscriptions", { subscriptions: ["secret"] }));
    const [asked, author] = await eventsDuring([omar, noah], async () => {
      expect(await outcome(remove(omar, last))).toBe(INVALID);
      await noah.ok(remove(noah, last));
    });
    expect(asked).toEqual([]);
    expect(only(author ?? [], "delete_message")).toMatchObject([{ message_ids: [last] }]);
  });

  test("has no channel and no topic for a direct message", async () => {
    const { noah, mia, omar } = await newCast();
    const id = await sendDirect(noah, [mia], "x");
    const [, reader, other] = await eventsDuring([noah, mia, omar], () => noah.ok(remove(noah, id)));
    expect(reader).toEqual([
      { type: "delete_message", message_type: "private", message_ids: [id], id: expect.any(Number) },
    ]);
    expect(other).toEqual([]);
  });

  test("is sent separately for each message, with a name for the empty topic, to clients without the newer capabilities", async () => {
    const { iris } = await newCast();
    const channel = await makeChannel(iris, "harbour", [iris]);
    const ids = [await sendToChannel(iris, channel, "", "a"), await sendToChannel(iris, channel, "", "b")];
    const queue = await iris.queue();
    await iris.ok(iris.post(`/streams/${channel}/delete_topic`, { topic_name: "general chat" }));
    const events = only(await queue.events(), "delete_message");
    expect(events).toEqual(
      ids.map((message_id) => ({
        type: "delete_message",
        message_type: "stream",
        stream_id: channel,
        topic: "general chat",
        message_id,
        id: expect.any(Number),
      })),
    );
  });

  test("[6] is followed by the channel's new first message", async () => {
    const { iris } = await newCast();
    const channel = await makeChannel(iris, "harbour", [iris]);
    const first = (await iris.ok(iris.get(`/streams/${channel}`))).stream.first_message_id;
    const second = await sendToChannel(iris, channel, "x", "a");
    const [events] = await eventsDuring([iris], async () => iris.ok(remove(iris, first ?? second)));
    const [update] = only(events ?? [], "stream");
    expect(update).toMatchObject({ op: "update", property: "first_message_id", value: first === null ? null : second });
  });
});

describe("[4.14] deleting a topic", () => {
  const removeTopic = (who: Person, channel: number, topic_name: string) =>
    who.post(`/streams/${channel}/delete_topic`, { topic_name });

  test("is allowed for administrators who can read the channel", async () => {
    const { by } = await realmWithCallers();
    const channel = await makeChannel(by.owner, "harbour", Object.values(by));
    const refused = "UNAUTHORIZED_PRINCIPAL: Must be an organization administrator";
    expect(await outcomes((who) => removeTopic(who, channel, "x"), by)).toEqual(
      forAll(refused, { owner: "ok", administrator: "ok" }),
    );
    const secret = await makeChannel(by.member, "secret", [by.member], { invite_only: true });
    expect(await outcome(removeTopic(by.owner, secret, "x"))).toBe("BAD_REQUEST: Invalid channel ID");
    expect(await outcome(removeTopic(by.owner, 999, "x"))).toBe("BAD_REQUEST: Invalid channel ID");
  });

  test("deletes all of its messages and no others, regardless of the topic's letter case", async () => {
    const { iris, noah } = await newCast();
    const channel = await makeChannel(iris, "harbour", [iris, noah]);
    const ids = [await sendToChannel(noah, channel, "Tides", "a"), await sendToChannel(iris, channel, "tides", "b")];
    const other = await sendToChannel(noah, channel, "Wind", "c");
    const [events] = await eventsDuring([noah], async () =>
      expect(await iris.ok(removeTopic(iris, channel, "TIDES"))).toMatchObject({ complete: true }),
    );
    expect(only(events ?? [], "delete_message")).toMatchObject([{ message_ids: ids, topic: "tides" }]);
    expect(idsOf((await fetchMessages(noah, { narrow: [["channel", channel]] })).messages)).toContain(other);
    const { topics } = await noah.ok(noah.get(`/users/me/${channel}/topics`));
    expect(topics.map((topic: Json) => topic.name)).not.toContain("tides");
    expect(await iris.ok(removeTopic(iris, channel, "Tides"))).toMatchObject({ complete: true });
  });

  test("in a channel with protected history deletes only what the administrator has received", async () => {
    const { iris, noah } = await newCast();
    const channel = await makeChannel(noah, "secret", [noah], { invite_only: true });
    const before = await sendToChannel(noah, channel, "x", "before");
    await noah.ok(noah.post("/users/me/subscriptions", { subscriptions: [{ name: "secret" }], principals: [iris.id] }));
    const after = await sendToChannel(noah, channel, "x", "after");
    const [events] = await eventsDuring([noah, iris], () => iris.ok(removeTopic(iris, channel, "x")));
    expect(only(events ?? [], "delete_message")).toMatchObject([{ message_ids: [after] }]);
    expect(await outcome(noah.get(`/messages/${before}`))).toBe("ok");
  });

  test("succeeds while D1 is unavailable, for messages that aren't only in D1", async () => {
    const { iris } = await realm();
    const channel = await makeChannel(iris, "harbour", [iris]);
    const id = await sendToChannel(iris, channel, "x", "a");
    await withDatabase(iris, "refuse", async () => {
      await iris.ok(removeTopic(iris, channel, "x"));
      expect(await outcome(remove(iris, id))).toBe(INVALID);
    });
    await untilShipped(iris);
    expect(idsOf((await fetchMessages(iris, { narrow: [["channel", channel]] })).messages)).not.toContain(id);
    expect(await channelIdOf(iris, "harbour")).toBe(channel);
  });
});

test("[messages 8] a deleted message stays deleted even if another user's edit had loaded it from D1", async () => {
  const { iris } = await realm();
  const channel = await makeChannel(iris, "harbour", [iris]);
  const old: number[] = [];
  for (let sent = 0; sent < 6; sent += 1) old.push(await sendToChannel(iris, channel, "x", "a"));
  // After these, the messages are only in D1.
  for (let sent = 0; sent < 21; sent += 1) await sendToChannel(iris, channel, "y", "b");
  await untilShipped(iris);
  await withDatabase(iris, "slow", async () => {
    const deletions = old.map(async (id) => {
      const edits = [1, 2, 3].map((content) => outcome(iris.patch(`/messages/${id}`, { content })));
      expect(await outcome(remove(iris, id))).toBe("ok");
      for (const edit of edits) expect(["ok", INVALID]).toContain(await edit);
    });
    await Promise.all(deletions);
  });
  await untilShipped(iris);
  const { messages } = await fetchMessages(iris, { narrow: [["channel", channel]] });
  expect(idsOf(messages).filter((id) => old.includes(id))).toEqual([]);
  expect((await iris.ok(iris.get("/testing/differences"))).differences).toEqual([]);
});
