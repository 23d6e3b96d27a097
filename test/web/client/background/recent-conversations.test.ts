import { expect, test } from "vitest";
import { type NewestPage, RecentConversations } from "../../../../src/web/client/background/recent-conversations.ts";
import { RecentIndex } from "../../../../src/web/model/recent/recent-index.ts";
import { message as sample } from "../../support/sample-state.ts";

const message = (id: number, subject: string) => sample(id, { subject });

/** A server with the messages 1 to `count`, each in its own topic. */
function setUp(count: number) {
  const asked: (number | "newest")[] = [];
  const recent = new RecentConversations({
    me: 1,
    loadIndex: async () => RecentIndex,
    waitToRetry: () => new Promise(() => {}),
    kept: async () => [message(7, "kept")],
    async fetch(before, many, take: (page: NewestPage) => void) {
      asked.push(before);
      if (before === 13) throw new Error("no network");
      const end = before === "newest" ? count : before - 1;
      const start = Math.max(1, end - many + 1);
      const messages = Array.from({ length: Math.max(0, end - start + 1) }, (_, at) =>
        message(start + at, `topic ${start + at}`),
      );
      take({ messages, oldest: start === 1 });
    },
  });
  return { asked, recent };
}

test("RecentConversations requests nothing until it is shown, then the newest messages, then older ones", async () => {
  const { asked, recent } = setUp(3000);
  recent.follow({ type: "message", message: message(3000, "topic 3000"), flags: [] });
  expect(asked).toEqual([]);
  await Promise.all([recent.load(), recent.load()]);
  expect(asked).toEqual(["newest", 2801]);
  expect(recent.list.value.length).toBe(1000);
  expect(recent.reach.value).toEqual({ isWhole: false, isLoading: false });
  await recent.more();
  await recent.more();
  expect(recent.list.value.length).toBe(3000);
  expect(recent.reach.value.isWhole).toBe(true);
  await recent.more();
  expect(asked).toEqual(["newest", 2801, 2001, 1001]);
});

test("RecentConversations knows when there are no messages at all", async () => {
  const { recent } = setUp(0);
  await recent.load();
  expect(recent.list.value).toEqual([]);
  expect(recent.reach.value).toEqual({ isWhole: true, isLoading: false });
});

test("RecentConversations keeps its list if loading older messages fails", async () => {
  const { recent } = setUp(212);
  await recent.load();
  expect(recent.list.value.length).toBe(200);
  expect(recent.reach.value.failure?.message).toBe("no network");
});

test("RecentConversations shows the device's stored messages if the server is unreachable", async () => {
  const recent = new RecentConversations({
    me: 1,
    loadIndex: async () => RecentIndex,
    waitToRetry: () => new Promise(() => {}),
    kept: async () => [message(7, "kept"), message(9, "kept, too")],
    fetch: () => Promise.reject(new Error("no network")),
  });
  await recent.load();
  expect(recent.list.value.map(({ newest }) => newest)).toEqual([9, 7]);
  expect(recent.reach.value.failure?.message).toBe("no network");
});

test("RecentConversations starts over after missed events", async () => {
  const { asked, recent } = setUp(300);
  await recent.load();
  recent.follow({ type: "message", message: message(999, "gone since"), flags: [] });
  await recent.renew();
  expect(asked).toEqual(["newest", 101, "newest"]);
  expect(recent.list.value.some(({ newest }) => newest === 999)).toBe(false);
});

test("RecentConversations starts over after events about messages that it no longer knows", async () => {
  const { asked, recent } = setUp(1);
  await recent.load();
  const ids = Array.from({ length: 300 }, (_, at) => 2 + at);
  for (const id of ids) recent.follow({ type: "message", message: message(id, "long"), flags: [] });
  expect(asked).toEqual(["newest"]);
  for (const id of ids.slice(-200))
    recent.follow({ type: "delete_message", message_type: "stream", message_ids: [id] });
  await expect.poll(() => asked).toEqual(["newest", "newest"]);
});

test("RecentConversations retries until the server answers after missed events", async () => {
  let isOnline = true;
  let newest = 5;
  const recent = new RecentConversations({
    me: 1,
    loadIndex: async () => RecentIndex,
    waitToRetry: async () => {
      isOnline = true;
      return true;
    },
    kept: async () => [],
    async fetch(_, __, take) {
      if (!isOnline) throw new Error("no network");
      take({ messages: [message(newest, "a")], oldest: true });
    },
  });
  await recent.load();
  newest = 6;
  isOnline = false;
  await recent.renew();
  await expect.poll(() => recent.list.value.map((one) => one.newest)).toEqual([6]);
});

test("RecentConversations shows stored messages until the server's newer answer, without gaps", async () => {
  const answer = Promise.withResolvers<NewestPage>();
  const recent = new RecentConversations({
    me: 1,
    loadIndex: async () => RecentIndex,
    waitToRetry: () => new Promise(() => {}),
    kept: async () => [message(7, "moved since"), message(9, "kept")],
    async fetch(before, _, take) {
      if (before === "newest") take(await answer.promise);
    },
  });
  const loaded = recent.load();
  await expect.poll(() => recent.list.value.map(({ newest }) => newest)).toEqual([9, 7]);
  recent.follow({ type: "message", message: message(10, "new"), flags: [] });
  expect(recent.list.value.map(({ newest }) => newest)).toEqual([10, 9, 7]);
  answer.resolve({ messages: [message(8, "there"), message(9, "kept")], oldest: false });
  await loaded;
  expect(recent.list.value.map(({ newest }) => newest)).toEqual([10, 9, 8]);
});

test("RecentConversations retries loading its code after a failure", async () => {
  let isOnline = false;
  const rested = Promise.withResolvers<boolean>();
  const recent = new RecentConversations({
    me: 1,
    loadIndex: async () => {
      if (!isOnline) throw new TypeError("no network");
      return RecentIndex;
    },
    waitToRetry: () => rested.promise,
    kept: async () => [],
    fetch: async (_, __, take) => take({ messages: [message(5, "a")], oldest: true }),
  });
  await recent.load();
  expect(recent.reach.value).toMatchObject({ isLoading: false, failure: { message: "no network" } });
  isOnline = true;
  rested.resolve(true);
  await expect.poll(() => recent.list.value.map((one) => one.newest)).toEqual([5]);
  expect(recent.reach.value).toEqual({ isWhole: true, isLoading: false });
});

test("RecentConversations starts over after events that were missed while older messages were loading", async () => {
  const older = Promise.withResolvers<void>();
  let newest = 5;
  const recent = new RecentConversations({
    me: 1,
    loadIndex: async () => RecentIndex,
    waitToRetry: () => new Promise(() => {}),
    kept: async () => [],
    async fetch(before, _, take) {
      if (before === "newest") return take({ messages: [message(newest, `topic ${newest}`)], oldest: false });
      await older.promise;
      take({ messages: [message(before - 1, `topic ${before - 1}`)], oldest: false });
    },
  });
  const loaded = recent.load();
  await expect.poll(() => recent.list.value.length).toBe(1);
  newest = 6;
  const renewed = recent.renew();
  older.resolve();
  await Promise.all([loaded, renewed]);
  expect(recent.list.value.map((one) => one.newest)).toEqual([6]);
});
