import { env } from "cloudflare:workers";
import { expect, test, vi } from "vitest";
import { bulkReader } from "../../src/database/bulk-reader.ts";
import { BulkStore } from "../../src/database/bulk-store.ts";
import { bulkRowId, selectPage } from "../../src/database/bulk-table.ts";
import { seconds } from "../../src/util/time.ts";

test("bulkReader reads from a D1 session as recent as the bookmark, or from D1 without a bookmark", () => {
  const database = { withSession: vi.fn(() => "session") } as unknown as D1Database;
  expect(bulkReader(7, database, "0042").database).toBe("session");
  expect(database.withSession).toHaveBeenCalledExactlyOnceWith("0042");
  expect(bulkReader(7, database, null).database).toBe(database);
  expect(bulkReader(7, database, undefined).database).toBe(database);
});

test("a page limited in bytes has at least one row, so that a reader reaches the end", async () => {
  const table = { name: "limited_pages", key: ["id"], columns: ["id", "content"], integerKey: true } as const;
  await env.DB.exec("CREATE TABLE limited_pages (key INTEGER PRIMARY KEY, id INTEGER, content TEXT)");
  try {
    const insert = env.DB.prepare("INSERT INTO limited_pages VALUES (?1, ?2, ?3)");
    await env.DB.batch(
      [40, 10, 10, 90].map((length, i) => insert.bind(bulkRowId(7, i + 1), i + 1, "x".repeat(length))),
    );
    const pages: number[][] = [];
    for (let after: [number] | null = null; ; ) {
      const { sql, values } = selectPage(7, table, { columns: table.columns, after, most: 10, bytes: 25 });
      const { results } = await env.DB.prepare(sql)
        .bind(...values)
        .all<{ id: number }>();
      if (results.length === 0) break;
      pages.push(results.map(({ id }) => id));
      after = [results.at(-1)?.id ?? 0];
    }
    expect(pages).toEqual([[1], [2, 3, 4]]);
  } finally {
    await env.DB.exec("DROP TABLE limited_pages");
  }
});

test("BulkStore.ship writes to the D1 primary, and keeps the session's bookmark", async () => {
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
