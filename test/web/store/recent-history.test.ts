import { expect, test } from "vitest";
import { COMBINED } from "../../../src/web/store/cache.ts";
import { fillHistory } from "../../../src/web/store/recent-history.ts";
import { message, Store, sent } from "./store.ts";

/** A store and a server with many messages in two channels, of which the store fetches the newest. */
async function world(count: number) {
  const store = await Store.open();
  const ids = Array.from({ length: count }, (_, i) => i + 1);
  const asked: (number | "newest")[] = [];
  let meanwhile = async () => {};
  const parts = {
    cache: store.cache,
    keeper: store.keeper,
    at: () => store.at,
    fetchBefore: async (before: number | "newest", most: number) => {
      asked.push(before);
      const older = ids.filter((id) => before === "newest" || id < before);
      const messages = older.slice(-most).map((id) => message(id, id % 2, "a"));
      await meanwhile();
      return { messages, isOldest: older.length <= most };
    },
  };
  return {
    ...{ store, asked, parts },
    fill: async () => {
      while (await fillHistory(parts, { most: 1_000, page: 50 }));
    },
    during: (run: () => Promise<void>) => {
      meanwhile = run;
    },
    count: () => store.cache.count("messages"),
  };
}

test("the recent history is fetched page by page, up to a limit", async () => {
  const { fill, asked, count } = await world(1_200);
  await fill();
  expect([await count(), asked.length, asked[0], asked[1]]).toEqual([1_000, 20, "newest", 1_151]);
  await fill();
  expect(asked.length).toBe(20);
});

test("the recent history is complete if there are few messages, and new ones come only from events", async () => {
  const { store, fill, asked, count } = await world(60);
  await fill();
  await store.happen(sent(message(61, 1, "a")));
  await store.follow();
  await fill();
  expect([await count(), asked]).toEqual([61, ["newest", 11]]);
});

test("if the user leaves a channel during the fetch, its messages are not stored, and the rest are refetched later", async () => {
  const { store, fill, during, asked, count } = await world(60);
  during(async () => {
    await store.happen({ type: "subscription", op: "remove", subscriptions: [{ stream_id: 1, name: "x" }] });
    await store.follow();
  });
  await fill();
  expect([await count(), asked]).toEqual([25, ["newest"]]);
  expect((await store.cache.getAll("messages")).every(({ channel }) => channel === 0)).toBe(true);
  expect(await store.cache.get("spans", COMBINED)).toBeUndefined();
});
