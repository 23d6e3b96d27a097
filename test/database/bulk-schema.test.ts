import { env, exports } from "cloudflare:workers";
import { expect, test } from "vitest";
import { BulkSchema, MIGRATIONS, newerMigration } from "../../src/database/bulk-schema.ts";
import { milliseconds } from "../../src/util/time.ts";

const files = Object.keys(
  import.meta.glob("../../migrations/*.sql", { query: "?raw", import: "default", eager: true }),
).map((path) => path.split("/").at(-1) ?? "");

test("MIGRATIONS lists all migration files in order", () => expect(MIGRATIONS).toEqual(files.sort()));

test("names of migrations, except the first, state whether older programs can continue", () => {
  for (const name of files.sort().slice(1)) expect(name).toMatch(/^\d{4}_\w+\.(additive|breaking)\.sql$/);
});

test("newerMigration accepts an unknown migration only if it is additive", () => {
  const known = ["0001_bulk.sql"];
  expect(newerMigration(["0001_bulk.sql", "0002_more.additive.sql"], known)).toBeUndefined();
  expect(newerMigration(["0001_bulk.sql", "0002_more.additive.sql", "0003_less.sql"], known)).toBe("0003_less.sql");
});

test("BulkSchema.check reports a D1 with a newer schema every time", async () => {
  const current = new BulkSchema();
  await current.look([{ database: env.DB }], milliseconds(0));
  expect(() => current.check()).not.toThrow();

  const older = new BulkSchema(["0000_before.sql"]);
  expect(() => older.check()).not.toThrow();
  await older.look([{ database: env.DB }], milliseconds(0));
  expect(() => older.check()).toThrow("another version of Parley (with 0001_bulk.sql)");
  expect((await exports.default.fetch("http://localhost/health")).status).toBe(200);
});

test("BulkSchema queries the migrations again a minute after D1 did not respond", async () => {
  const asked: string[] = [];
  const away = { prepare: (text: string) => void asked.push(text) } as unknown as D1Database;
  const schema = new BulkSchema();
  for (const now of [0, 1000, 59_999, 60_000]) await schema.look([{ database: away }], milliseconds(now));
  expect(asked).toHaveLength(2);
  expect(() => schema.check()).not.toThrow();
});
