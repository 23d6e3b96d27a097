import { describe, expect, test } from "vitest";
import { makeChannel } from "../../../../support/channels.ts";
import { MODERN } from "../../../../support/events-during.ts";
import { inRealm, sendDirect, sendToChannel, unreadOf } from "../../../../support/messages.ts";
import { casts, realm } from "../../../../support/organization.ts";
import { type Json, Person } from "../../../../support/person.ts";

const newCast = casts();

const register = (who: Person, fields: object = {}): Promise<Json> =>
  who.ok(who.post("/register", { ...MODERN, ...fields }));

describe("[register 4.2] unread_msgs", () => {
  test("lists unread messages by topic and conversation", async () => {
    const { noah, mia, omar } = await newCast();
    const id = await makeChannel(noah, "tea", [noah, mia]);
    await mia.ok(mia.post("/mark_all_as_read"));
    const [a, b] = [await sendToChannel(noah, id, "Green", "a"), await sendToChannel(noah, id, "green", "b")];
    const empty = await sendToChannel(noah, id, "", "c");
    const [pair, group] = [await sendDirect(noah, [mia], "d"), await sendDirect(noah, [mia, omar], "e")];
    const [self, other] = [await sendDirect(mia, [mia], "f"), await sendDirect(omar, [mia], "g")];
    const unread = (await register(mia)).unread_msgs;
    const people = [noah, mia, omar].map((one) => one.id).sort((x, y) => x - y);
    expect(unread).toEqual({
      count: 7,
      pms: expect.arrayContaining([
        { other_user_id: noah.id, sender_id: noah.id, unread_message_ids: [pair] },
        { other_user_id: mia.id, sender_id: mia.id, unread_message_ids: [self] },
        { other_user_id: omar.id, sender_id: omar.id, unread_message_ids: [other] },
      ]),
      streams: expect.arrayContaining([
        { stream_id: id, topic: "green", unread_message_ids: [a, b] },
        { stream_id: id, topic: "", unread_message_ids: [empty] },
      ]),
      huddles: [{ user_ids_string: people.join(","), unread_message_ids: [group] }],
      mentions: [],
      old_unreads_missing: false,
    });
    expect([unread.pms.length, unread.streams.length]).toEqual([3, 2]);
    expect((await unreadOf(mia)).streams.map((one: Json) => one.topic)).toContain("general chat");
  });

  test("counts only unmuted messages, but lists all", async () => {
    const { noah, mia } = await realm();
    const [tea, milk] = [await makeChannel(noah, "tea", [noah, mia]), await makeChannel(noah, "milk", [noah, mia])];
    await mia.ok(mia.post("/mark_all_as_read"));
    const sent = [];
    for (const channel of [tea, milk])
      for (const topic of ["a", "b"]) sent.push(await sendToChannel(noah, channel, topic, "@**all**"));
    const named = await sendToChannel(noah, milk, "a", "@**Mia Example**");
    const property = { stream_id: milk, property: "is_muted", value: true };
    await mia.ok(mia.post("/users/me/subscriptions/properties", { subscription_data: [property] }));
    const prefer = (stream_id: number, topic: string, visibility_policy: number) =>
      mia.ok(mia.post("/user_topics", { stream_id, topic, visibility_policy }));
    await prefer(tea, "A", 1);
    await prefer(milk, "B", 2);
    await prefer(milk, "a", 0);
    const unread = await unreadOf(mia);
    expect(unread.streams).toHaveLength(4);
    const [, b, , d] = sent;
    // tea > b and milk > b. Muted messages still count as mentions.
    expect(unread.count).toBe(2);
    expect(unread.mentions).toEqual([b, d, named].sort((x, y) => Number(x) - Number(y)));
  });

  test("is sent only if messages and their flags are fetched, and is empty for spectators", async () => {
    const { iris, noah } = await realm();
    const of = async (...fetch_event_types: string[]) =>
      Object.keys((await register(noah, { fetch_event_types })) as object).filter((key) =>
        /message_id|unread/.test(key),
      );
    expect(await of("message")).toEqual(["max_message_id"]);
    expect(await of("update_message_flags")).toEqual([]);
    expect(await of("update_message_flags", "message")).toEqual(["max_message_id", "unread_msgs"]);
    await iris.ok(iris.patch("/realm", { enable_spectator_access: true }));
    const nobody = await register(new Person(noah.host, "", ""));
    expect(nobody).toMatchObject({
      max_message_id: -1,
      unread_msgs: { count: 0, pms: [], streams: [], huddles: [], mentions: [], old_unreads_missing: false },
      starred_messages: [],
      recent_private_conversations: [],
    });
  });

  test("lists the newest fifty thousand messages", async () => {
    const { noah, mia } = await realm();
    const id = await makeChannel(noah, "busy", [noah, mia]);
    await mia.ok(mia.post("/mark_all_as_read"));
    const first = await sendToChannel(noah, id, "t", "x");
    await inRealm(noah, ({ sql }) => {
      const { conversation_id, topic_id } = sql
        .exec("SELECT conversation_id, topic_id FROM message_index WHERE id = ?1", first)
        .one();
      sql.exec(
        `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 60000)
         INSERT INTO message_index (conversation_id, topic_id, sender_id) SELECT ?1, ?2, ?3 FROM n`,
        conversation_id,
        topic_id,
        noah.id,
      );
    });
    const direct = await sendDirect(noah, [mia], "y");
    const unread = await unreadOf(mia);
    expect(unread).toMatchObject({ count: 50_000, old_unreads_missing: true });
    const [{ unread_message_ids }] = unread.streams;
    expect(unread_message_ids).toHaveLength(49_999);
    expect(unread_message_ids.at(-1)).toBe(direct - 1);
    await mia.ok(mia.post("/messages/flags", { messages: [direct], op: "add", flag: "read" }));
    await mia.ok(mia.post("/mark_topic_as_read", { stream_id: id, topic_name: "t" }));
    expect(await unreadOf(mia)).toMatchObject({ count: 0, old_unreads_missing: false });
  });
});

test("[register 4] max_message_id and recent_private_conversations have the newest received message, overall and per conversation", async () => {
  const { noah, mia, omar, gus } = await newCast();
  const id = await makeChannel(noah, "tea", [noah, mia], { invite_only: true });
  const tea = await sendToChannel(noah, id, "t", "x");
  expect((await register(mia)).max_message_id).toBe(tea);
  expect((await register(gus)).max_message_id).toBeLessThan(tea);
  const [pair, group] = [await sendDirect(noah, [mia], "x"), await sendDirect(noah, [mia, omar], "x")];
  const [self, again] = [await sendDirect(mia, [mia], "x"), await sendDirect(mia, [noah], "x")];
  const state = await register(mia);
  expect(state.max_message_id).toBe(again);
  expect(pair).toBeLessThan(again);
  expect(state.recent_private_conversations.filter((one: Json) => one.user_ids[0] !== 1)).toEqual([
    { user_ids: [noah.id], max_message_id: again },
    { user_ids: [], max_message_id: self },
    { user_ids: [noah.id, omar.id].sort((a, b) => a - b), max_message_id: group },
  ]);
  await mia.ok(mia.delete("/users/me/subscriptions", { subscriptions: ["tea"] }));
});
