import { env } from "cloudflare:workers";
import { expect, test, vi } from "vitest";
import { bulkReader } from "../../src/database/bulk-reader.ts";
import { BulkStore } from "../../src/database/bulk-store.ts";
import { seconds } from "../../src/util/time.ts";

test("bulkReader reads from a D1 session as recent as the bookmark, or from D1 without a bookmark", () => {
  const database = { withSession: vi.fn(() => "session") } as unknown as D1Database;
  expect(bulkReader(7, database, "0042").database).toBe("session");
  expect(database.withSession).toHaveBeenCalledExactlyOnceWith("0042");
  expect(bulkReader(7, database, null).database).toBe(database);
  expect(bulkReader(7, database, undefined).database).toBe(database);
});

test("a shipment is written to the D1 primary, and returns its bookmark", async () => {
  const sessions: string[] = [];
  const database = new Proxy(env.DB, {
    get(target, name) {
      if (name !== "withSession") return Reflect.get(target, name);
      return (from: string) => {
        sessions.push(from);
        const session = target.withSession(from);
        return { batch: session.batch.bind(session), getBookmark: () => "0042" };
      };
    },
  });
  const store = new BulkStore(database, { id: 990_001, subdomain: "bookmarked", created_at: seconds(0) });
  expect(store.bookmark).toBeNull();
  await store.ship([], { epoch: 1, version: 1, stamp: "first", follows: ["none"], first: "none" });
  expect([sessions, store.bookmark]).toEqual([["first-primary"], "0042"]);
});
