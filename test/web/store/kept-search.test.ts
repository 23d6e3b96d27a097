import { describe, expect, test } from "vitest";
import type { Message } from "../../../src/web/model/message.ts";
import type { Term } from "../../../src/web/model/routes/place.ts";
import { finderOf, searchable } from "../../../src/web/model/search/find-here.ts";
import { FEED_START, NOW } from "../../../src/web/store/cache.ts";
import { StoredSearch } from "../../../src/web/store/stored-search.ts";
import { sampleState } from "../support/sample-state.ts";
import { VirtualClock } from "../support/virtual-clock.ts";
import { idsOf, message, Store, sent } from "./store.ts";

const words = (operand: string, negated = false): Term => ({
  operator: "search",
  operand,
  ...(negated && { negated }),
});
const START = { queue: "q", last: 0 };

const finds = (terms: readonly Term[], content: string, rest: Partial<Message> = {}) =>
  finderOf(terms, sampleState())(searchable(message(1, 1, "Crane", { content, ...rest })));

describe("offline search", () => {
  test.for([
    ["hook", "<p>The <strong>Hook</strong> is new</p>", true],
    ["hook new", "<p>The <strong>Hook</strong> is new</p>", true],
    ["hook old", "<p>The hook is new</p>", false],
    ["ook", "<p>hook</p>", false],
    ["hoo", "<p>hook</p>", true],
    ["strong", "<p><strong>hook</strong></p>", false],
    ["crane", "<p>only its topic has the word</p>", true],
    ['"hook is"', "<p>The hook\nis new</p>", true],
    ['"is hook"', "<p>The hook is new</p>", false],
    ["uber", "<p>Über den Kran</p>", true],
    ["Über", "<p>uber</p>", true],
    ["cafe", "<p>cafe\u0301</p>", true],
    ["北京", "<p>我在北京工作</p>", true],
    ["が", "<p>か</p>", false],
    ["カタカナ", "<p>ｶﾀｶﾅ</p>", true],
    ["하세요", "<p>안녕하세요</p>", true],
    ["سلام", "<p>سَلَام</p>", true],
    ["a&b", "<p>a&amp;b</p>", true],
    ['"', "<p>anything</p>", false],
  ] as const)("finds %s in %s: %s", ([operand, content, isFound]) => {
    expect(finds([words(operand)], content)).toBe(isFound);
  });

  test("combines words with operators that the device can evaluate", () => {
    const link = '<p>see <a href="https://example.com">this</a></p>';
    const file = '<p><a href="/user_uploads/2/a/report.pdf">report.pdf</a></p>';
    const image =
      '<div class="message_inline_image"><a href="/user_uploads/2/a/b.png"><img src="/thumb/b.png"></a></div>';
    const is = (operator: string, operand: Term["operand"], negated?: true): Term => ({
      ...{ operator, operand },
      ...(negated && { negated }),
    });
    expect(finds([words("see"), is("has", "link")], link)).toBe(true);
    expect(finds([is("has", "link")], '<p><a class="stream" href="/#narrow/channel/1">#x</a></p>')).toBe(false);
    expect([finds([is("has", "attachment")], file), finds([is("has", "attachment")], link)]).toEqual([true, false]);
    expect([finds([is("has", "image")], image), finds([is("has", "image")], file)]).toEqual([true, false]);
    expect(finds([words("see", true)], link)).toBe(false);
    expect(finds([is("channel", 1), is("topic", "crane")], link)).toBe(true);
    expect(finds([is("channel", 2)], link)).toBe(false);
    expect(finds([is("is", "starred")], link, { flags: ["starred"] })).toBe(true);
    expect(finds([is("is", "starred", true)], link, { flags: ["starred"] })).toBe(false);
    expect(finds([is("sender", 5)], link, { sender_id: 5 })).toBe(true);
    // Only the server knows a message's current place and its own operators.
    expect(finds([is("with", 3)], link)).toBe(false);
    expect(finds([is("with", 3, true)], link)).toBe(false);
  });

  test("finds stored messages, updated by events, around a message or from the end", async () => {
    const store = await Store.open();
    const clock = new VirtualClock();
    const search = new StoredSearch({ cache: store.cache, kept: store.kept, clock, state: sampleState });
    const all = Array.from({ length: 1_200 }, (_, i) =>
      message(i + 1, 1, "a", { content: i % 3 === 0 ? "<p>crane</p>" : "<p>hook</p>" }),
    );
    await store.keeper.keep("1:a", { messages: all, first: FEED_START, last: NOW }, START);
    const find = async (operand: string, anchor: number | "newest", before = 2, after = 2) =>
      idsOf(await search.find([words(operand)], { anchor, before, after }, store.at));
    expect(await find("crane", "newest")).toEqual([1195, 1198]);
    expect(await find("crane", 600)).toEqual([595, 598, 601, 604]);
    expect((await find("crane", "newest", 1_000))?.length).toBe(400);
    await store.happen(
      { type: "delete_message", message_ids: [1198] },
      sent(message(1_300, 2, "b", { content: "<p>a new crane</p>" })),
    );
    await store.follow();
    expect(await find("crane", "newest")).toEqual([1195, 1300]);
    await store.happen({ type: "subscription", op: "remove", subscriptions: [{ stream_id: 1, name: "x" }] });
    expect(await find("crane", "newest")).toEqual([1300]);
    expect(
      await search.find([words("crane")], { anchor: "newest", before: 9, after: 0 }, { queue: "z", last: 1 }),
    ).toEqual([]);
  });

  test("loads the stored messages only once, before the first search", async () => {
    const store = await Store.open();
    const all = Array.from({ length: 700 }, (_, i) => message(i + 1, 1, "a", { content: "<p>hook</p>" }));
    await store.keeper.keep("1:a", { messages: all, first: FEED_START, last: NOW }, START);
    let read = 0;
    const cache = new Proxy(store.cache, {
      get: (of, name, self) => {
        if (name === "getAll") read += 1;
        return Reflect.get(of, name, self);
      },
    });
    const search = new StoredSearch({ cache, kept: store.kept, clock: new VirtualClock(), state: sampleState });
    await search.prepare();
    expect(read).toBe(2);
    const around = { anchor: "newest", before: 2, after: 0 } as const;
    expect(idsOf(await search.find([words("hook")], around, store.at))).toEqual([699, 700]);
    expect(read).toBe(2);
  });

  test("shows a conversation that is stored only in part", async () => {
    const store = await Store.open();
    for (const id of [3, 5, 9]) {
      await store.keeper.keep("combined", { messages: [message(id, 1, "a")], first: id, last: id }, START);
    }
    await store.keeper.keep("combined", { messages: [message(7, 1, "b")], first: 7, last: 7 }, START);
    const clock = new VirtualClock();
    const search = new StoredSearch({ cache: store.cache, kept: store.kept, clock, state: sampleState });
    const read = async (feed: string, anchor: number | "newest", before: number, after: number) =>
      idsOf(await search.scattered(feed, anchor, { before, after }, store.at));
    expect(await read("1:a", "newest", 2, 2)).toEqual([5, 9]);
    expect(await read("1:a", 5, 9, 9)).toEqual([3, 5, 9]);
    expect(await read("channel:1", 5, 2, 1)).toEqual([3, 5, 7]);
    expect(await read("1:c", "newest", 2, 2)).toEqual([]);
  });
});
