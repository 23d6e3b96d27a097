import { describe, expect, test } from "vitest";
import { Reader } from "../../../src/web/views/mark-as-read/reader.ts";

/** Somebody who looks at messages, of which all are unread at first. */
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
  test("is read once it has been in sight for half a second", async () => {
    const { reader, told, pass, read } = readingPerson();
    reader.look([1, 2]);
    await pass(499);
    expect([...read]).toEqual([]);
    await pass(1);
    expect([...read]).toEqual([1, 2]);
    await pass(300);
    expect(told).toEqual([[1, 2]]);
  });

  test("is not read by whoever scrolls past it, and is when they come back and stay", async () => {
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

  test("is not read while nobody looks at the window", async () => {
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

describe("the server", () => {
  test("is told of several together", async () => {
    const { reader, told, pass } = readingPerson();
    reader.look([1]);
    await pass(600);
    reader.look([1, 2]);
    await pass(100);
    expect(told).toEqual([]);
    await pass(2000);
    expect(told).toEqual([[1], [2]]);
  });

  test("is told again where it could not be reached, and at once when the place is left", async () => {
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
