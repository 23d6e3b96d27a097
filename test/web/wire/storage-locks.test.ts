import { expect, test } from "vitest";
import { storageLocks } from "../../../src/web/wire/storage-locks.ts";
import { VirtualClock } from "../support/virtual-clock.ts";

function newStorage(): Storage {
  const items = new Map<string, string>();
  return {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  } as Storage;
}

test("storageLocks lets one tab hold a lock until the tab releases it or closes, or another tab steals it", async () => {
  const storage = newStorage();
  const clock = new VirtualClock();
  const held: string[] = [];
  const tab = (owner: string) => {
    const isOpen = { value: true };
    const own = {
      now: () => clock.now(),
      after: (ms: number, run: () => void) => clock.after(ms, () => isOpen.value && run()),
    };
    const locks = storageLocks(storage, own, owner);
    const request = (options: { signal?: AbortSignal } | { steal: boolean } = {}) => {
      let release = () => {};
      const ended = locks.request("x", options, () => {
        held.push(owner);
        return new Promise<void>((resolve) => {
          release = resolve;
        });
      });
      return { ended: ended.then(() => "released", String), release: () => release() };
    };
    const close = () => {
      isOpen.value = false;
    };
    return { request, close };
  };
  const [one, two, three] = [tab("one"), tab("two"), tab("three")];
  const first = one.request();
  const second = two.request();
  await clock.pass(60_000);
  expect(held).toEqual(["one"]);
  first.release();
  expect(await first.ended).toBe("released");
  await clock.pass(1_000);
  expect(held).toEqual(["one", "two"]);
  const given = new AbortController();
  const third = three.request({ signal: given.signal });
  given.abort();
  await clock.pass(1_000);
  expect(await third.ended).toContain("given up");
  three.request({ steal: true });
  await clock.pass(2_000);
  expect([held, await second.ended]).toEqual([["one", "two", "three"], expect.stringContaining("taken")]);
  one.request();
  three.close();
  await clock.pass(10_000);
  expect(held).toEqual(["one", "two", "three", "one"]);
});
