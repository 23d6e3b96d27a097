import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Miniflare } from "miniflare";
import { Failure } from "../os/failure.ts";

type Database = Awaited<ReturnType<Miniflare["getD1Database"]>>;

// The table of `wrangler d1 migrations apply`, so that either can continue where the other stopped.
const table = `CREATE TABLE IF NOT EXISTS d1_migrations (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT UNIQUE,
  applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL
)`;
/** Lists the applied migrations. */
export const applied = "SELECT name FROM d1_migrations ORDER BY id";

/** @returns the names of the migrations, in order */
export function listMigrations(directory: string) {
  return readdirSync(directory)
    .filter((name) => /^\d+_.*\.sql$/.test(name))
    .sort((a, b) => Number.parseInt(a, 10) - Number.parseInt(b, 10) || (a < b ? -1 : 1));
}

export async function applyMigrations(database: Database, directory: string, known: string[]) {
  await database.prepare(table).run();
  const { results } = await database.prepare(applied).all();
  for (const name of pendingMigrations(
    known,
    results.map((row) => String(row["name"])),
  )) {
    const sql = readFileSync(join(directory, name), "utf8");
    const record = `INSERT INTO d1_migrations (name) VALUES ('${name.replaceAll("'", "''")}')`;
    try {
      // D1 gets a single statement, and therefore one transaction. A migration is either applied and recorded, or
      // neither.
      await database.prepare(`${sql}\n;${record}`).run();
    } catch (error) {
      throw new Failure(`migration ${name} failed: ${(error as Error).message}`);
    }
  }
}

/**
 * Returns the migrations to apply. Throws if the data has a migration of a newer program. Migrations whose names say
 * that they only add (`.additive.sql`) are allowed.
 */
export function pendingMigrations(known: string[], names: string[]) {
  const unknown = names.find((name) => !known.includes(name) && !/\.additive\.sql$/.test(name));
  if (unknown) {
    throw new Failure(
      `newer schema: the data was written by a later version of Parley (it has ${unknown}); update first`,
    );
  }
  return known.filter((name) => !names.includes(name));
}
