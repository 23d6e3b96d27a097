import { describe, expect, test } from "vitest";
import { Reader } from "../../../src/web/views/feed/reader.ts";

/** A user who looks at messages that are all unread at first. */
function readingPerson() {
  let time = 0;
  let timers: { readonly at: number; readonly run: () => void }[] = [];
  const read = new Set<number>();
  const told: (readonly number[])[] = [];
  const world = { isAttended: true, isReachable: true };
  const reader = new Reader({
    now: () => time,
    after: (milliseconds, run) => {
      const timer = { at: time + milliseconds, run };
      timers.push(timer);
      return () => {
        timers = timers.filter((one) => one !== timer);
      };
    },
    isAttended: () => world.isAttended,
    isUnread: (id) => !read.has(id),
    show: (ids) => {
      for (const id of ids) read.add(id);
    },
    send: async (ids) => {
      if (!world.isReachable) throw new Error("no answer");
      told.push(ids);
    },
  });
  const pass = async (milliseconds: number) => {
    const end = time + milliseconds;
    for (;;) {
      const [next] = timers.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at);
      if (next === undefined) break;
      time = Math.max(time, next.at);
      timers = timers.filter((one) => one !== next);
      next.run();
      await Promise.resolve();
      await Promise.resolve();
    }
    time = end;
  };
  return { reader, world, told, pass, read };
}

describe("a message", () => {
  test("is marked as read after being visible for half a second", async () => {
    const { reader, told, pass, read } = readingPerson();
    reader.look([1, 2]);
    await pass(499);
    expect([...read]).toEqual([]);
    await pass(1);
    expect([...read]).toEqual([1, 2]);
    await pass(300);
    expect(told).toEqual([[1, 2]]);
  });

  test("is not marked as read when scrolled past, but once it has stayed in view", async () => {
    const { reader, pass, read } = readingPerson();
    reader.look([1]);
    await pass(300);
    reader.look([2]);
    await pass(300);
    reader.look([1, 2]);
    await pass(200);
    expect([...read]).toEqual([2]);
    await pass(300);
    expect([...read]).toEqual([2, 1]);
  });

  test("is not marked as read while the window is not in view", async () => {
    const { reader, world, pass, read } = readingPerson();
    world.isAttended = false;
    reader.look([1]);
    await pass(5000);
    expect([...read]).toEqual([]);
    world.isAttended = true;
    reader.look([1]);
    await pass(400);
    world.isAttended = false;
    reader.look([1]);
    await pass(400);
    expect([...read]).toEqual([]);
  });
});

describe("the reader", () => {
  test("reports several read messages together", async () => {
    const { reader, told, pass } = readingPerson();
    reader.look([1]);
    await pass(600);
    reader.look([1, 2]);
    await pass(100);
    expect(told).toEqual([]);
    await pass(2000);
    expect(told).toEqual([[1], [2]]);
  });

  test("reports messages again if the server was unreachable, and at once when leaving the view", async () => {
    const { reader, world, told, pass } = readingPerson();
    world.isReachable = false;
    reader.look([1]);
    await pass(1000);
    world.isReachable = true;
    reader.look([1, 2]);
    await pass(500);
    reader.stop();
    await pass(0);
    expect(told).toEqual([[1, 2]]);
  });
});
