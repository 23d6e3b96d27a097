import { describe, expect, onTestFinished, test, vi } from "vitest";
import { CachedFeeds } from "../../../src/web/client/feeds/kept-feeds.ts";
import type { AnyEvent } from "../../../src/web/model/event.ts";
import type { Message } from "../../../src/web/model/message.ts";
import { Messages } from "../../../src/web/model/messages/messages.ts";
import { conversationKey, conversationOf } from "../../../src/web/model/routes/conversation.ts";
import type { State } from "../../../src/web/model/state.ts";
import { COMBINED, channelKey, FEED_START, NOW, withRange } from "../../../src/web/store/cache.ts";
import { storedBytes, trim } from "../../../src/web/store/eviction.ts";
import { until } from "../../support/until.ts";
import { seeded } from "../support/random.ts";
import { idsOf, ME, message, Store, sent } from "./store.ts";

const around = { before: 10, after: 10 };
const START = { queue: "q", last: 0 };

describe("ranges of a feed", () => {
  test("are merged if they overlap or are adjacent", () => {
    const one = withRange([], { first: 5, last: 9 });
    expect(withRange(one, { first: 9, last: 12 })).toEqual([{ first: 5, last: 12 }]);
    expect(withRange(one, { first: 1, last: 4 })).toEqual([{ first: 1, last: 9 }]);
    expect(withRange(one, { first: 10, last: NOW })).toEqual([{ first: 5, last: NOW }]);
    expect(withRange(one, { first: 1, last: 3 })).toEqual([
      { first: 1, last: 3 },
      { first: 5, last: 9 },
    ]);
    expect(withRange(withRange(one, { first: 1, last: 3 }), { first: 2, last: NOW })).toEqual([
      { first: 1, last: NOW },
    ]);
    expect(withRange(one, { first: 3, last: 2 })).toBe(one);
  });
});

test("files next to the databases, such as those of an import, don't count against the stored messages", async () => {
  const estimate = async () => ({
    usage: 900_000_000,
    usageDetails: { indexedDB: 7_000_000, fileSystem: 893_000_000 },
  });
  vi.stubGlobal("navigator", { storage: { estimate } });
  onTestFinished(() => void vi.unstubAllGlobals());
  expect(await storedBytes()).toBe(7_000_000);
});

describe("stored messages", () => {
  test("are read around a message and from the end, with the ends of the feed", async () => {
    const store = await Store.open();
    const all = [1, 3, 5, 7, 9, 11].map((id) => message(id, 1, "a"));
    await store.keeper.keep("1:a", { messages: all, first: FEED_START, last: NOW }, START);
    const read = (anchor: number | "newest", before: number, after: number) =>
      store.kept.read("1:a", anchor, { before, after }, store.at);
    const newest = await read("newest", 2, 0);
    expect([idsOf(newest?.messages), newest?.oldest, newest?.newest]).toEqual([[9, 11], false, true]);
    const middle = await read(5, 1, 1);
    expect([idsOf(middle?.messages), middle?.oldest, middle?.newest]).toEqual([[3, 5, 7], false, false]);
    const whole = await read(6, 10, 10);
    expect([idsOf(whole?.messages), whole?.oldest, whole?.newest]).toEqual([[1, 3, 5, 7, 9, 11], true, true]);
    expect(await store.kept.read("1:b", "newest", around, store.at)).toBeUndefined();
  });

  test("that were loaded backward can be read forward, page by page", async () => {
    const store = await Store.open();
    const feeds = new CachedFeeds({
      kept: store.kept,
      search: () => Promise.reject(new Error("nothing is searched for")),
      keeper: async () => store.keeper,
      asOf: () => store.at,
      isSubscribed: () => true,
    });
    const place = { view: "topic", channel: 1, topic: "a" } as const;
    const ranges = async () => (await store.cache.get("spans", "1:a"))?.ranges;
    for (const first of [41, 31, 21, 11]) {
      const messages = Array.from({ length: 10 }, (_, at) => message(first + at, 1, "a"));
      const newest = first === 41;
      const anchor = newest ? undefined : first + 10;
      const request = { anchor: anchor ?? "newest", before: 10, after: 0, without: !newest } as const;
      feeds.write(place, { messages, anchor, oldest: false, newest }, request, store.at);
      await until(async () => expect(await ranges()).toEqual([{ first, last: NOW }]));
    }
    const newerThan = (anchor: number) => feeds.read(place, { anchor, before: 0, after: 10, without: true });
    for (const anchor of [20, 30, 40]) {
      const page = await newerThan(anchor);
      expect(idsOf(page?.messages)).toEqual(Array.from({ length: 10 }, (_, at) => anchor + 1 + at));
      expect(page?.newest).toBe(anchor === 40);
    }
    expect(await newerThan(50)).toMatchObject({ messages: [], newest: true });
    expect(await feeds.read(place, { anchor: 11, before: 10, after: 0, without: true })).toBeUndefined();
  });

  test("are the newest of all conversations, updated by events", async () => {
    const store = await Store.open();
    await store.keeper.keep("1:a", { messages: [1, 3, 5].map((id) => message(id, 1, "a")), first: 1, last: 5 }, START);
    await store.keeper.keep("2:b", { messages: [message(4, 2, "b")], first: 4, last: 4 }, START);
    await store.happen(sent(message(6, 2, "b")));
    expect(idsOf(await store.kept.latest(3, store.at))).toEqual([4, 5, 6]);
    expect(idsOf(await store.kept.latest(9, store.at))).toEqual([1, 3, 4, 5, 6]);
    expect(await store.kept.latest(9, { queue: "another", last: 0 })).toEqual([]);
  });

  test("have the read flags of the state, not the stored ones", async () => {
    const store = await Store.open();
    const messages = [message(1, 1, "a", { flags: ["starred"] }), message(2, 1, "a", { flags: ["read"] })];
    await store.keeper.keep("1:a", { messages, first: 1, last: NOW }, START);
    store.unread.add(2);
    expect((await store.kept.get([1, 2])).map(({ flags }) => flags)).toEqual([["read", "starred"], []]);
  });

  test("include new ones, in the conversation, in the channel and in the combined feed", async () => {
    const store = await Store.open();
    for (const feed of ["1:a", channelKey(1), COMBINED]) {
      await store.keeper.keep(feed, { messages: [], first: FEED_START, last: NOW }, START);
    }
    await store.happen(sent(message(4, 1, "A")), sent(message(5, 1, "b")), sent(message(6, 2, "a")));
    await store.follow();
    const read = async (feed: string) => idsOf((await store.kept.read(feed, "newest", around, store.at))?.messages);
    expect([await read("1:a"), await read(channelKey(1)), await read(COMBINED)]).toEqual([[4], [4, 5], [4, 5, 6]]);
  });

  test("are deleted with a channel that the user has left", async () => {
    const store = await Store.open();
    for (const one of [message(1, 1, "a"), message(2, 11, "a")]) {
      const feed = conversationKey(conversationOf(one, ME));
      await store.keeper.keep(feed, { messages: [one], first: FEED_START, last: NOW }, START);
    }
    // A user who comes back would otherwise see a combined feed without the channel's messages.
    for (const feed of [channelKey(1), COMBINED])
      await store.keeper.keep(feed, { messages: [], first: FEED_START, last: NOW }, START);
    await store.happen({ type: "subscription", op: "remove", subscriptions: [{ stream_id: 1, name: "x" }] });
    await store.follow();
    expect(idsOf(await store.kept.get([1, 2]))).toEqual([2]);
    for (const feed of ["1:a", channelKey(1), COMBINED])
      expect(await store.kept.read(feed, "newest", around, store.at), feed).toBeUndefined();
    expect(await store.kept.read("11:a", "newest", around, store.at)).toBeDefined();
  });

  test("of a topic are incomplete after a move of unknown messages to it", async () => {
    const store = await Store.open();
    const keep = (feed: string, id: number) =>
      store.keeper.keep(feed, { messages: [message(id, 1, "b")], first: FEED_START, last: NOW }, START);
    const move = { type: "update_message", message_id: 2, message_ids: [2], flags: [], rendering_only: false };
    await keep("1:b", 5);
    await store.happen({ ...move, stream_id: 1, orig_subject: "a", subject: "b", edit_timestamp: 1 });
    await store.follow();
    expect(await store.kept.read("1:b", "newest", around, store.at)).toBeUndefined();
    // A page requested before the move doesn't make it complete either.
    await keep("1:b", 6);
    expect(await store.kept.read("1:b", "newest", around, store.at)).toBeUndefined();
    expect(idsOf(await store.kept.get([5, 6]))).toEqual([5, 6]);
  });

  test("of a topic can be deleted after a move of unknown messages to it", async () => {
    const store = await Store.open();
    const messages = Array.from({ length: 10 }, (_, at) => message(at + 11, 1, "b"));
    await store.keeper.keep("1:b", { messages, first: FEED_START, last: NOW }, START);
    const move = { type: "update_message", message_id: 2, message_ids: [2], flags: [], rendering_only: false };
    await store.happen({ ...move, stream_id: 1, orig_subject: "a", subject: "b", edit_timestamp: 1 });
    await store.follow();
    await trim(store.cache, { messages: 5, bytes: 1_000 }, async () => 900);
    expect(await store.cache.getAllKeys("messages")).toEqual([17, 18, 19, 20]);
  });

  test("are not returned while events are missing, and reflect all known events", async () => {
    const store = await Store.open();
    const messages = [message(1, 1, "a"), message(2, 1, "a")];
    await store.keeper.keep("1:a", { messages, first: FEED_START, last: NOW }, START);
    await store.happen({ type: "delete_message", message_ids: [1] });
    expect(idsOf((await store.kept.read("1:a", "newest", around, store.at))?.messages)).toEqual([2]);
    expect(await store.kept.read("1:a", "newest", around, { queue: "q", last: store.last + 1 })).toBeUndefined();
    expect(await store.kept.read("1:a", "newest", around, { queue: "other", last: 0 })).toBeUndefined();
  });

  test("are all deleted after missed events", async () => {
    const store = await Store.open();
    const one = { messages: [message(1, 1, "a")], first: 1, last: NOW };
    await store.keeper.keep("1:a", one, START);
    await store.log.begin({ queue_id: "other", last_event_id: 5 } as unknown as State);
    await store.follow();
    expect(await store.kept.get([1])).toEqual([]);
    await store.keeper.keep("1:a", one, START);
    expect(await store.kept.get([1])).toEqual([]);
  });

  test("are limited: the least recently viewed conversations are deleted first", async () => {
    const store = await Store.open();
    for (const [i, topic] of ["old", "seen", "new"].entries()) {
      store.now += 100_000;
      const messages = Array.from({ length: 10 }, (_, j) => message(i * 100 + j, 1, topic));
      await store.keeper.keep(`1:${topic}`, { messages, first: FEED_START, last: NOW }, START);
    }
    await store.keeper.keep(COMBINED, { messages: [], first: 250, last: NOW }, START);
    store.now += 100_000;
    await store.kept.read("1:old", "newest", around, store.at);
    await expect.poll(async () => (await store.cache.get("spans", "1:old"))?.touched).toBe(store.now);
    const left = async () => {
      const keys = (await store.cache.getAllKeys("spans")).sort();
      return { keys, count: await store.cache.count("messages") };
    };
    await trim(store.cache, { messages: 30, bytes: 1_000 }, async () => 900);
    expect(await left()).toEqual({ keys: ["1:new", "1:old", "1:seen", "combined"], count: 30 });
    await trim(store.cache, { messages: 29, bytes: 1_000 }, async () => 900);
    expect(await left()).toEqual({ keys: ["1:new", "1:old", "1:seen", "combined"], count: 23 });
    const seen = await store.kept.read("1:seen", "newest", around, store.at);
    expect([idsOf(seen?.messages), seen?.oldest, seen?.newest]).toEqual([[107, 108, 109], false, true]);
    await trim(store.cache, { messages: 29, bytes: 1_000 }, async () => 2_000);
    expect(await left()).toEqual({ keys: ["1:old", "1:seen", "combined"], count: 9 });
  });

  test("that were trimmed from a conversation are dropped from its channel's feed, but not from other feeds", async () => {
    const store = await Store.open();
    const messages = Array.from({ length: 10 }, (_, at) => message(at + 1, 1, "a"));
    const whole = { first: FEED_START, last: NOW };
    await store.keeper.keep("1:a", { messages, ...whole }, START);
    for (const channel of [1, 2]) await store.keeper.keep(channelKey(channel), { messages: [], ...whole }, START);
    await trim(store.cache, { messages: 5, bytes: 1_000 }, async () => 900);
    const ranges = async (channel: number) => (await store.cache.get("spans", channelKey(channel)))?.ranges;
    expect(await ranges(1)).toEqual([{ first: 7, last: NOW }]);
    expect(await ranges(2)).toEqual([whole]);
  });

  test("of one long conversation are deleted oldest first, in several transactions", async () => {
    const store = await Store.open();
    const messages = Array.from({ length: 2_600 }, (_, at) => message(at + 1, 1, "a"));
    await store.keeper.keep("1:a", { messages, first: FEED_START, last: NOW }, START);
    const transaction = vi.spyOn(store.cache, "transaction");
    await trim(store.cache, { messages: 500, bytes: 1_000 }, async () => 900);
    expect(transaction.mock.calls.filter(([, mode]) => mode === "readwrite").length).toBe(3);
    expect(await store.cache.getAllKeys("messages")).toEqual(Array.from({ length: 400 }, (_, at) => 2_201 + at));
    const newest = await store.kept.read("1:a", "newest", { before: 500, after: 0 }, store.at);
    expect([newest?.messages.length, newest?.oldest]).toEqual([400, false]);
  });

  test.for(Array.from({ length: 40 }, (_, seed) => seed))(
    "equal the result of applying all events to them, whenever they were fetched (%i)",
    async (seed) => {
      const random = seeded(seed);
      const some = (most: number) => Math.floor(random() * most);
      const store = await Store.open();
      // The server's messages, and its page at the time of each request.
      const truth = new Messages();
      const topics = ["a", "b", "c"];
      const inTopic = (topic: string) =>
        [...truth.values()].filter((one) => one.type === "stream" && one.subject === topic).sort((x, y) => x.id - y.id);
      const pages: { topic: string; messages: Message[]; last: number }[] = [];
      let next = 1;
      for (let step = 0; step < 60; step++) {
        const topic = topics[some(3)] ?? "a";
        const known = [...truth.values()];
        const target = known[some(known.length)];
        const what = random();
        if (what < 0.4 || target === undefined) {
          const fresh = message(next++, 1, topic);
          truth.put([fresh]);
          await store.happen(sent(fresh));
        } else if (what < 0.7) {
          const change = changeOf(target, { kind: some(7), user: some(3), step, topic });
          truth.apply(change as AnyEvent);
          await store.happen(change);
        } else if (what < 0.8) {
          pages.push({ topic, messages: inTopic(topic), last: store.last });
        } else if (what < 0.9) {
          const page = pages.pop();
          if (page === undefined) continue;
          const { messages, last } = page;
          const whole = { messages, first: FEED_START, last: NOW };
          await store.keeper.keep(`1:${page.topic}`, whole, { queue: "q", last });
        } else await store.keeper.follow();
      }
      await store.follow();
      for (const row of await store.cache.getAll("messages")) expect(row.message).toEqual(truth.get(row.id));
      for (const topic of topics) {
        const read = await store.kept.read(`1:${topic}`, "newest", { before: 1_000, after: 0 }, store.at);
        if (read !== undefined) expect(idsOf(read.messages)).toEqual(idsOf(inTopic(topic)));
      }
    },
  );
});

interface Choice {
  readonly kind: number;
  readonly user: number;
  readonly step: number;
  readonly topic: string;
}

function changeOf({ id, ...target }: Message, { kind, user, step, topic }: Choice) {
  const reaction = { type: "reaction", message_id: id, user_id: user, emoji_code: "1", reaction_type: "x" };
  const update = { type: "update_message", message_id: id, message_ids: [id], stream_id: 1, flags: [] };
  const old = target.type === "stream" ? target.subject : "";
  const changes = [
    { ...reaction, op: "add" },
    { type: "submessage", message_id: id, submessage_id: step, sender_id: user, msg_type: "widget", content: "{}" },
    { ...reaction, op: "remove" },
    { type: "update_message_flags", op: "add", flag: "starred", messages: [id] },
    { type: "delete_message", message_ids: [id] },
    { ...update, rendering_only: false, edit_timestamp: step, rendered_content: `edited ${step}` },
    { ...update, rendering_only: false, edit_timestamp: step, orig_subject: old, subject: topic },
  ];
  return changes[kind] ?? { type: "nothing" };
}
