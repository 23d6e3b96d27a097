import { describe, expect, test } from "vitest";
import {
  channelIdOf,
  forAll,
  makeChannel,
  onlyFor,
  outcome,
  outcomes,
  realmWithCallers,
} from "../../../support/channels.ts";
import { eventsDuring } from "../../../support/events-during.ts";
import { givePermission } from "../../../support/groups.ts";
import { sendToChannel } from "../../../support/messages.ts";
import { realm } from "../../../support/organization.ts";
import type { Fields, Json, Person } from "../../../support/person.ts";

const TYPES = { event_types: ["channel_board"] };

const boardOf = (who: Person, channel: number): Promise<Json> => who.ok(who.get(`/streams/${channel}/board`));
const pin = async (who: Person, channel: number, fields: Fields): Promise<number> =>
  (await who.ok(who.post(`/streams/${channel}/pins`, fields))).pin_id;
const write = (who: Person, channel: number, content: string, base_version: number) =>
  who.patch(`/streams/${channel}/page`, { content, base_version });
const pinnedTopics = async (who: Person): Promise<Json[]> =>
  (await who.ok(who.post("/register", TYPES))).channel_board_topics;
const shown = ({ pins }: Json): Json[] =>
  pins.map(({ topic_name, message_id, url }: Json) => topic_name ?? message_id ?? url);

describe("a board", () => {
  test("shows topics, messages and links in order, with events for the readers of the channel", async () => {
    const { noah, mia, gus } = await realm();
    const channel = await makeChannel(noah, "kitchen", [noah, mia]);
    const message = await sendToChannel(noah, channel, "tea", "kettle");
    const [hers, his] = [await mia.queue(TYPES), await gus.queue(TYPES)];
    const [topic, said, link] = [
      await pin(noah, channel, { topic: "TEA" }),
      await pin(noah, channel, { message_id: message }),
      await pin(noah, channel, { url: "https://tea.example/", title: "Tea", position: 0 }),
    ];
    const { pins, page } = await boardOf(mia, channel);
    const by = { pinned_by: noah.id, date_pinned: expect.any(Number) };
    expect(pins).toEqual([
      { pin_id: link, position: 0, url: "https://tea.example/", title: "Tea", ...by },
      { pin_id: topic, position: 1, topic_name: "tea", ...by },
      { pin_id: said, position: 2, message_id: message, ...by },
    ]);
    expect(page).toEqual({ version: 0, content: "", rendered_content: "", edited_by: null, date_edited: 0 });
    expect(await pinnedTopics(mia)).toEqual([{ pin_id: topic, stream_id: channel, topic_name: "tea", position: 1 }]);
    const events = (await hers.events()).map(({ op, pin: { pin_id, position } }: Json) => [op, pin_id, position]);
    expect(events).toEqual([
      ["pin_added", topic, 0],
      ["pin_added", said, 1],
      ["pin_added", link, 0],
      ["pin_changed", topic, 1],
      ["pin_changed", said, 2],
    ]);
    expect(await his.events()).toEqual([]);
    expect(await outcome(gus.get(`/streams/${channel}/board`))).toBe("BAD_REQUEST: Invalid channel ID");
  });

  test("isn't sent to clients that don't request it", async () => {
    const { noah } = await realm();
    const channel = await makeChannel(noah, "kitchen", [noah]);
    const queue = await noah.queue({});
    await pin(noah, channel, { url: "https://tea.example/" });
    await noah.ok(write(noah, channel, "Hello", 0));
    expect((await queue.events()).filter(({ type }: Json) => type === "channel_board")).toEqual([]);
    expect(queue.state).not.toHaveProperty("channel_board_topics");
  });

  test("moves a pin between two pins without changing them, and renumbers pins if no number is left between them", async () => {
    const { noah } = await realm();
    const channel = await makeChannel(noah, "kitchen", [noah]);
    const ids: number[] = [];
    for (const at of ["a", "b", "c"]) ids.push(await pin(noah, channel, { url: `https://${at}.example/` }));
    const move = (id: number | undefined, position: number) =>
      noah.ok(noah.patch(`/streams/${channel}/pins/${id}`, { position }));
    await move(ids[2], 0.5);
    expect((await boardOf(noah, channel)).pins.map(({ position }: Json) => position)).toEqual([0, 0.5, 1]);
    await move(ids[1], 0.5);
    const { pins } = await boardOf(noah, channel);
    expect(pins.map(({ pin_id, position }: Json) => [pin_id, position])).toEqual([
      [ids[0], 0],
      [ids[1], 1],
      [ids[2], 2],
    ]);
  });

  test("pins the same thing only once, and allows 100 pins, which can be removed", async () => {
    const { noah, iris } = await realm();
    const channel = await makeChannel(noah, "kitchen", [noah]);
    const first = await pin(noah, channel, { url: "https://tea.example/0" });
    for (let at = 0; at < 100; at++) await pin(noah, channel, { url: `https://tea.example/${at}` });
    const more = { url: "https://tea.example/more" };
    const full = "BAD_REQUEST: You can't have more than 100 pins in a channel.";
    expect(await outcome(noah.post(`/streams/${channel}/pins`, more))).toBe(full);
    const queue = await noah.queue(TYPES);
    await iris.ok(iris.delete(`/streams/${channel}/pins/${first}`));
    expect(await queue.events()).toMatchObject([{ op: "pin_removed", stream_id: channel, pin_id: first }]);
    await pin(noah, channel, more);
    expect(await outcome(noah.delete(`/streams/${channel}/pins/${first}`))).toBe("BAD_REQUEST: Pin does not exist");
  });

  test("refuses pins that it can't show", async () => {
    const { noah, mia } = await realm();
    const channel = await makeChannel(noah, "kitchen", [noah]);
    const other = await makeChannel(noah, "garden", [noah]);
    const elsewhere = await sendToChannel(noah, other, "beds", "dig");
    const add = (fields: Fields) => outcome(noah.post(`/streams/${channel}/pins`, fields));
    expect(await add({})).toBe("REQUEST_VARIABLE_MISSING: Missing 'topic' argument");
    expect(await add({ topic: "tea", url: "https://tea.example/" })).toContain("Unsupported parameter combination");
    expect(await add({ topic: "tea" })).toBe("BAD_REQUEST: Topic does not exist");
    expect(await add({ message_id: elsewhere })).toBe("BAD_REQUEST: The message is not in this channel.");
    expect(await add({ message_id: 999_999 })).toBe("BAD_REQUEST: Invalid message(s)");
    expect(await add({ url: "javascript:alert(1)" })).toBe("BAD_REQUEST: url is not an http or https URL");
    expect(await add({ url: "https://tea.example/", title: "x".repeat(101) })).toContain("title is too long");
    expect(await add({ url: "https://tea.example/", position: -1 })).toContain("position");
    expect((await boardOf(mia, channel)).pins).toEqual([]);
  });
});

describe("changing a board", () => {
  const attempt = (channel: number) => (who: Person) =>
    who.post(`/streams/${channel}/pins`, { url: "https://a.example/" });
  const REFUSED = "BAD_REQUEST: You don't have permission to change the board of this channel.";

  test("is allowed for everyone who can post, unless the organization's permission restricts it", async () => {
    const { noah, iris, gus, by } = await realmWithCallers();
    const channel = await makeChannel(noah, "kitchen", [noah, gus]);
    expect(await outcomes(attempt(channel), by)).toEqual(forAll("ok"));
    await givePermission(iris, "can_change_board_group", "role:moderators");
    // Noah created the channel, and administers it.
    expect(await outcomes(attempt(channel), by)).toEqual(
      onlyFor(["owner", "administrator", "moderator", "member"], REFUSED),
    );
  });

  test("requires administering the channel, or a permission from its administrators, if posting is restricted", async () => {
    const { noah, mia, omar, gus, by } = await realmWithCallers();
    const channel = await makeChannel(omar, "news", [noah, mia, gus]);
    const post = { new: { direct_members: [mia.id, noah.id], direct_subgroups: [] } };
    await omar.ok(omar.patch(`/streams/${channel}`, { can_send_message_group: post }));
    expect(await outcomes(attempt(channel), by)).toEqual(onlyFor(["owner", "administrator"], REFUSED));
    const change = { new: { direct_members: [noah.id, gus.id], direct_subgroups: [] } };
    await omar.ok(omar.patch(`/streams/${channel}`, { can_change_board_group: change }));
    expect(await outcomes(attempt(channel), by)).toEqual(
      onlyFor(["owner", "administrator", "member", "guest"], REFUSED),
    );
    await omar.ok(omar.delete(`/streams/${channel}`));
    expect(await outcome(attempt(channel)(noah))).toBe("BAD_REQUEST: This channel is archived.");
  });

  test("needs the same permission for editing a page as for moving or removing a pin", async () => {
    const { noah, iris, omar } = await realm();
    const channel = await makeChannel(omar, "news", [noah]);
    const id = await pin(omar, channel, { url: "https://a.example/" });
    await givePermission(iris, "can_change_board_group", "role:owners");
    expect(await outcome(write(noah, channel, "x", 0))).toBe(REFUSED);
    expect(await outcome(noah.patch(`/streams/${channel}/pins/${id}`, { position: 3 }))).toBe(REFUSED);
    expect(await outcome(noah.delete(`/streams/${channel}/pins/${id}`))).toBe(REFUSED);
    expect(await boardOf(noah, channel)).toMatchObject({ pins: [{ pin_id: id, position: 0 }], page: { version: 0 } });
  });
});

describe("a pin in protected history", () => {
  test("is visible only to users who can read its message", async () => {
    const { noah, mia, iris } = await realm();
    const channel = await makeChannel(iris, "vault", [iris, noah], {
      ...{ invite_only: true, history_public_to_subscribers: false },
    });
    const message = await sendToChannel(iris, channel, "plans", "secret");
    await iris.ok(iris.post("/users/me/subscriptions", { subscriptions: [{ name: "vault" }], principals: [mia.id] }));
    const queue = await mia.queue(TYPES);
    const id = await pin(noah, channel, { message_id: message });
    await pin(noah, channel, { topic: "plans" });
    expect(shown(await boardOf(noah, channel))).toEqual([message, "plans"]);
    expect(await boardOf(mia, channel)).toMatchObject({ pins: [] });
    expect(await pinnedTopics(mia)).toEqual([]);
    expect(await queue.events()).toEqual([]);
    expect(await outcome(mia.delete(`/streams/${channel}/pins/${id}`))).toBe("BAD_REQUEST: Pin does not exist");
    expect(await outcome(mia.post(`/streams/${channel}/pins`, { topic: "plans" }))).toBe(
      "BAD_REQUEST: Topic does not exist",
    );
    await sendToChannel(iris, channel, "plans", "more");
    expect(shown(await boardOf(mia, channel))).toEqual(["plans"]);
  });
});

describe("a pinned topic", () => {
  test("keeps its pin when it is renamed, resolved, or moved to another channel", async () => {
    const { noah, mia } = await realm();
    const channel = await makeChannel(noah, "kitchen", [noah, mia]);
    const other = await makeChannel(noah, "garden", [noah, mia]);
    const message = await sendToChannel(noah, channel, "tea", "kettle");
    const id = await pin(noah, channel, { topic: "tea" });
    const queue = await mia.queue(TYPES);
    const change = (fields: Fields) =>
      noah.ok(noah.patch(`/messages/${message}`, { propagate_mode: "change_all", ...fields }));
    await change({ topic: "coffee" });
    await change({ topic: "✔ coffee" });
    expect((await boardOf(mia, channel)).pins).toMatchObject([{ pin_id: id, topic_name: "✔ coffee" }]);
    await change({ stream_id: other });
    expect((await boardOf(mia, channel)).pins).toEqual([]);
    expect((await boardOf(mia, other)).pins).toMatchObject([{ pin_id: id, topic_name: "✔ coffee", position: 0 }]);
    expect(await pinnedTopics(mia)).toMatchObject([{ pin_id: id, stream_id: other }]);
    expect(await queue.events()).toMatchObject([
      { op: "pin_changed", pin: { topic_name: "coffee" } },
      { op: "pin_changed", pin: { topic_name: "✔ coffee" } },
      { op: "pin_removed", stream_id: channel, pin_id: id },
      { op: "pin_added", stream_id: other, pin: { pin_id: id } },
    ]);
  });

  test("loses its pin when it is merged into a pinned topic, or its last message is deleted", async () => {
    const { noah, iris } = await realm();
    const channel = await makeChannel(noah, "kitchen", [noah]);
    const tea = await sendToChannel(noah, channel, "tea", "kettle");
    const coffee = await sendToChannel(noah, channel, "coffee", "beans");
    await pin(noah, channel, { topic: "tea" });
    const stays = await pin(noah, channel, { topic: "coffee" });
    await noah.ok(noah.patch(`/messages/${tea}`, { topic: "coffee" }));
    expect((await boardOf(noah, channel)).pins).toMatchObject([{ pin_id: stays, topic_name: "coffee" }]);
    await iris.ok(iris.delete(`/messages/${coffee}`));
    expect((await boardOf(noah, channel)).pins).toMatchObject([{ pin_id: stays }]);
    const queue = await noah.queue(TYPES);
    await iris.ok(iris.post(`/streams/${channel}/delete_topic`, { topic_name: "coffee" }));
    expect((await boardOf(noah, channel)).pins).toEqual([]);
    expect(await queue.events()).toMatchObject([{ op: "pin_removed", stream_id: channel, pin_id: stays }]);
  });

  test("keeps its pin when only some of its messages are moved to another topic", async () => {
    const { noah } = await realm();
    const channel = await makeChannel(noah, "kitchen", [noah]);
    await sendToChannel(noah, channel, "tea", "one");
    const two = await sendToChannel(noah, channel, "tea", "two");
    await pin(noah, channel, { topic: "tea" });
    await noah.ok(noah.patch(`/messages/${two}`, { topic: "coffee", propagate_mode: "change_one" }));
    expect(shown(await boardOf(noah, channel))).toEqual(["tea"]);
  });
});

describe("a pinned message", () => {
  test("leaves the board when it is deleted or moved to another channel, and the history lists the move", async () => {
    const { noah, iris } = await realm();
    const channel = await makeChannel(noah, "kitchen", [noah, iris]);
    const other = await makeChannel(noah, "garden", [noah, iris]);
    const [moved, deleted, renamed] = [
      await sendToChannel(noah, channel, "tea", "one"),
      await sendToChannel(noah, channel, "tea", "two"),
      await sendToChannel(noah, channel, "tea", "three"),
    ];
    for (const message_id of [moved, deleted, renamed]) await pin(noah, channel, { message_id });
    await noah.ok(noah.patch(`/messages/${moved}`, { stream_id: other, propagate_mode: "change_one" }));
    await noah.ok(noah.patch(`/messages/${renamed}`, { topic: "coffee", propagate_mode: "change_one" }));
    await iris.ok(iris.delete(`/messages/${deleted}`));
    expect(shown(await boardOf(noah, channel))).toEqual([renamed]);
    const history = await noah.ok(noah.get(`/streams/${channel}/page/history`));
    expect(history.moved_messages).toEqual([{ message_id: moved, date_moved: expect.any(Number) }]);
  });
});

describe("a page", () => {
  test("has versions that name their authors, and mentions no one", async () => {
    const { noah, mia } = await realm();
    const channel = await makeChannel(noah, "kitchen", [noah, mia]);
    const queue = await mia.queue(TYPES);
    await noah.ok(write(noah, channel, "Hello **@**", 0));
    expect((await mia.ok(write(mia, channel, `Hello @**Noah Example**\n`, 1))).version).toBe(2);
    const { page } = await boardOf(noah, channel);
    expect(page).toMatchObject({ version: 2, content: "Hello @**Noah Example**", edited_by: mia.id });
    expect(page.rendered_content).toContain("user-mention");
    expect(await queue.events()).toMatchObject([
      { op: "page_changed", page: { version: 1 } },
      { page: { version: 2 } },
    ]);
    const { versions } = await noah.ok(noah.get(`/streams/${channel}/page/history`));
    expect(versions).toEqual([
      { version: 2, content: "Hello @**Noah Example**", edited_by: mia.id, date_edited: expect.any(Number) },
      { version: 1, content: "Hello **@**", edited_by: noah.id, date_edited: expect.any(Number) },
    ]);
    const { unread_msgs } = await noah.ok(
      noah.post("/register", { fetch_event_types: ["message", "update_message_flags"] }),
    );
    expect(unread_msgs.mentions).toEqual([]);
  });

  test("refuses an edit of an outdated version, and returns the current one", async () => {
    const { noah, mia } = await realm();
    const channel = await makeChannel(noah, "kitchen", [noah, mia]);
    await noah.ok(write(noah, channel, "one", 0));
    const { status, body } = await write(mia, channel, "two", 0);
    expect([status, body]).toEqual([
      400,
      { result: "error", code: "PAGE_CONFLICT", msg: expect.any(String), version: 1, content: "one" },
    ]);
    expect((await boardOf(noah, channel)).page).toMatchObject({ version: 1, content: "one" });
    // The same text again isn't a conflict, because its writer may not have received the reply.
    expect((await noah.ok(write(noah, channel, "one", 0))).version).toBe(1);
  });

  test("loses no text when several users write at once", async () => {
    const { noah, mia, omar, mona, iris } = await realm();
    const writers = [noah, mia, omar, mona, iris];
    const channel = await makeChannel(noah, "kitchen", writers);
    const add = async (who: Person, line: string): Promise<void> => {
      let { version, content } = (await boardOf(who, channel)).page;
      for (;;) {
        const { status, body } = await write(who, channel, `${content}\n${line}`, version);
        if (status === 200) return;
        expect(body.code).toBe("PAGE_CONFLICT");
        ({ version, content } = body);
      }
    };
    const lines = writers.flatMap((who, one) => [0, 1, 2].map((two) => [who, `line ${one} ${two}`] as const));
    await Promise.all(lines.map(([who, line]) => add(who, line)));
    const { page } = await boardOf(noah, channel);
    expect(page.version).toBe(lines.length);
    expect(page.content.trim().split("\n").sort()).toEqual(lines.map(([, line]) => line).sort());
  });

  test("keeps 100 versions, and can have as many characters as a message", async () => {
    const { noah } = await realm();
    const channel = await makeChannel(noah, "kitchen", [noah]);
    for (let version = 0; version < 102; version++) await noah.ok(write(noah, channel, `v${version}`, version));
    const { versions } = await noah.ok(noah.get(`/streams/${channel}/page/history`));
    expect(versions.map(({ version }: Json) => version)).toEqual(Array.from({ length: 100 }, (_, at) => 102 - at));
    const long = "BAD_REQUEST: content is too long (limit: 10000 characters)";
    expect(await outcome(write(noah, channel, "x".repeat(10_001), 102))).toBe(long);
    await noah.ok(write(noah, channel, "🫖".repeat(10_000), 102));
  });
});

test("a client that applies the board events has the same state as a new registration", async () => {
  const { noah, mia } = await realm();
  const channel = await channelIdOf(noah, "general");
  const message = await sendToChannel(noah, channel, "tea", "kettle");
  await eventsDuring([mia], async () => {
    const id = await pin(noah, channel, { topic: "tea" });
    await noah.ok(noah.patch(`/messages/${message}`, { topic: "coffee", propagate_mode: "change_all" }));
    await noah.ok(noah.patch(`/streams/${channel}/pins/${id}`, { position: 4 }));
    await noah.ok(write(noah, channel, "Hello", 0));
  });
});
