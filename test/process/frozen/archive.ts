import { execFileSync } from "node:child_process";
import { globSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { gunzipSync, gzipSync } from "node:zlib";
import type { Filled } from "./fill.ts";
import type { Observation } from "./observe.ts";

/** The content of a frozen data directory, as returned by the program that wrote it. */
export interface Frozen {
  /** The commit of the program. */
  readonly commit: string;
  readonly filled: Filled;
  readonly observed: readonly Observation[];
  /** SQL statements that mark the queues in the realm's database as just seen. `:now` is in milliseconds. */
  readonly freshen: readonly string[];
}

const folder = import.meta.dirname;

export const frozenNames = (): string[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith(".tar.gz"))
    .map((name) => name.slice(0, -".tar.gz".length))
    .sort();

export const readFrozen = (name: string): Frozen =>
  JSON.parse(gunzipSync(readFileSync(join(folder, `${name}.json.gz`))).toString());

/** Packs the data directory of a killed server. */
export function pack(data: string, name: string): void {
  for (const path of ["run", "cache"]) rmSync(join(data, path), { recursive: true, force: true });
  // Opening and closing a database merges its write-ahead log, so that the same rows take a tenth of the bytes.
  for (const file of globSync(join(data, "**/*.sqlite"))) withDatabase(file, (database) => database.exec("SELECT 1"));
  execFileSync("tar", ["-czf", join(folder, `${name}.tar.gz`), "-C", data, "."]);
}

export function writeFrozen(name: string, frozen: Frozen): void {
  writeFileSync(join(folder, `${name}.json.gz`), gzipSync(JSON.stringify(frozen), { level: 9 }));
}

/**
 * Statements, by table, that make rows look recent if they expire or if their age is reported. `:now` is in
 * milliseconds.
 */
const FRESHEN: Readonly<Record<string, string>> = {
  outbox: `UPDATE outbox SET payload = json_set(payload, '$.requested_at', :now / 1000)
    WHERE payload ->> '$.requested_at' IS NOT NULL`,
  // Administrators are warned about a lasting email outage.
  mail_outage: "UPDATE mail_outage SET began_at = CAST(:now / 1000 AS INTEGER)",
  sessions: `UPDATE sessions SET created_at = CAST(:now / 1000 AS INTEGER),
    expires_at = CAST(:now / 1000 AS INTEGER) + 86400`,
};

const hasTable = (database: DatabaseSync, name: string) =>
  database.prepare("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?").get(name) !== undefined;

/** Unpacks a frozen directory, and makes its rows look as if the server had just stopped. */
export function unpack(name: string, data: string, freshen: readonly string[]): void {
  mkdirSync(data, { recursive: true });
  execFileSync("tar", ["-xzf", join(folder, `${name}.tar.gz`), "-C", data]);
  for (const file of globSync(join(data, "do/parley-Realm/*.sqlite"))) {
    if (file.endsWith("metadata.sqlite")) continue;
    withDatabase(file, (database) => {
      const known = Object.entries(FRESHEN).flatMap(([table, text]) => (hasTable(database, table) ? [text] : []));
      for (const text of [...freshen, ...known]) database.prepare(text).run({ now: Date.now() });
    });
  }
}

function withDatabase(file: string, work: (database: DatabaseSync) => void): void {
  const database = new DatabaseSync(file);
  try {
    work(database);
  } finally {
    database.close();
  }
}
