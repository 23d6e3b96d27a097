import "fake-indexeddb/auto";
import { expect, test } from "vitest";
import { openCache } from "../../../src/web/store/cache.ts";

test("opens", async () => {
  const cache = await openCache("x");
  await cache.put("events", { id: 3, type: "x" }, 3);
  expect(await cache.get("events", 3)).toEqual({ id: 3, type: "x" });
});
