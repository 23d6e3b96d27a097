import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { closing } from "../os/closing.ts";
import { Failure } from "../os/failure.ts";
import { bulkFile, D1, storesIn } from "./data-files.ts";

// The table of `wrangler d1 migrations apply`, so that wrangler and this program can each continue where the other
// stopped.
const table = `CREATE TABLE IF NOT EXISTS d1_migrations (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT UNIQUE,
  applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL
)`;

/** @returns the names of the migrations, in order */
export function listMigrations(directory: string) {
  return readdirSync(directory)
    .filter((name) => /^\d+_.*\.sql$/.test(name))
    .sort((a, b) => Number.parseInt(a, 10) - Number.parseInt(b, 10) || (a < b ? -1 : 1));
}

/**
 * Returns the migrations to apply. Throws if the data has a migration of a newer program, unless the name marks it as
 * one that only adds (`.additive.sql`).
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

/**
 * Whether a data directory already has exactly this version's schema. Only reads: `migrate` would merge a database's
 * write-ahead log into it, and a full disk has no room for a new log. If the databases can't be read, returns false, so
 * that `migrate` reports the error.
 *
 * @param databases how many there should be
 */
export function isUpToDate(data: string, known: string[], databases = 1) {
  const files = bulkFiles(data);
  if (files.length !== databases) return false;
  try {
    return files.map(appliedIn).every((names) => pendingMigrations(known, names).length === 0);
  } catch (error) {
    if (error instanceof Failure) throw error;
    return false;
  }
}

export const bulkFiles = (data: string) => storesIn(data, D1);

export const appliedIn = (file: string) => closing(new DatabaseSync(file, { readOnly: true }), namesIn);

const namesIn = (database: DatabaseSync) =>
  database
    .prepare("SELECT name FROM d1_migrations ORDER BY id")
    .all()
    .map(({ name }) => String(name));

/** Applies migrations to the bulk databases, and creates those that are missing. */
export function migrate(data: string, directory: string, databases = 1): void {
  for (let number = 1; number <= databases; number++) {
    const file = bulkFile(data, number);
    mkdirSync(dirname(file), { recursive: true });
    closing(new DatabaseSync(file), (database) => {
      // The mode that workerd uses.
      database.exec("PRAGMA journal_mode = WAL");
      database.exec(table);
      for (const name of pendingMigrations(listMigrations(directory), namesIn(database)))
        apply(database, name, readFileSync(join(directory, name), "utf8"));
    });
  }
}

/** Applies a migration and records it, atomically: closing the database rolls back what isn't committed. */
function apply(database: DatabaseSync, name: string, sql: string): void {
  database.exec("BEGIN IMMEDIATE");
  try {
    database.exec(sql);
    database.prepare("INSERT INTO d1_migrations (name) VALUES (?)").run(name);
    database.exec("COMMIT");
  } catch (error) {
    throw new Failure(`migration ${name} failed: ${(error as Error).message}`);
  }
}
