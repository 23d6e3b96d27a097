import { createHash } from "node:crypto";
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { Random } from "./random.ts";

/** Paths of a small data directory, in Miniflare's layout. */
const small = {
  object: "do/parley-Realm/0a.sqlite",
  bulk: "d1/miniflare-D1DatabaseObject/0b.sqlite",
  list: "r2/miniflare-R2BucketObject/0c.sqlite",
  blob: (name: string) => `r2/uploads/blobs/${name}`,
};

const ROWS = 120;

/** Returns a text that can't be compressed, so that each of its bytes takes a byte in a pack. */
function textOf(random: Random, length: number): string {
  return Buffer.from(Array.from({ length }, () => random.below(256))).toString("base64");
}

function write(data: string, path: string, schema: string, fill: (database: DatabaseSync) => void): void {
  mkdirSync(dirname(join(data, path)), { recursive: true });
  const database = new DatabaseSync(join(data, path));
  database.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF; BEGIN; ${schema}`);
  fill(database);
  database.exec("COMMIT");
  database.close();
}

/** Creates a data directory with one organization, which can be backed up in milliseconds. */
export function makeSmallData(data: string, seed: number): void {
  const random = new Random(seed);
  const messages = "CREATE TABLE messages (id INTEGER PRIMARY KEY, realm INTEGER, content TEXT);";
  const addRows = (database: DatabaseSync) => {
    const insert = database.prepare("INSERT INTO messages (realm, content) VALUES (1, ?)");
    for (let row = 0; row < ROWS; row += 1) insert.run(textOf(random, 300));
  };
  const index = "CREATE TABLE message_index (id INTEGER PRIMARY KEY AUTOINCREMENT);";
  const identity = "CREATE TABLE identity (id INTEGER, subdomain TEXT); INSERT INTO identity VALUES (1, '');";
  const shipping = "CREATE TABLE shipping (epoch INTEGER); INSERT INTO shipping VALUES (1);";
  write(data, small.object, identity + shipping + index + messages, (database) => {
    database.exec("INSERT INTO message_index VALUES (1)");
    addRows(database);
  });
  write(data, small.bulk, messages, addRows);
  const names = ["one", "two", "three"];
  const parts =
    "CREATE TABLE _mf_multipart_uploads (upload_id TEXT, key TEXT); CREATE TABLE _mf_multipart_parts (upload_id TEXT, blob_id TEXT);";
  write(data, small.list, `CREATE TABLE _mf_objects (key TEXT PRIMARY KEY, blob_id TEXT);${parts}`, (database) => {
    for (const name of names)
      database.prepare("INSERT INTO _mf_objects VALUES (?, ?)").run(`1/${name}.bin`, `${name}-id`);
  });
  mkdirSync(join(data, small.blob(".")), { recursive: true });
  for (const name of names) writeFileSync(join(data, small.blob(`${name}-id`)), textOf(random, 9000));
  writeFileSync(join(data, "zuliprc"), "[api]\nkey=none\n");
}

export function addUpload(data: string, name: string, content: string): void {
  writeFileSync(join(data, small.blob(`${name}-id`)), content);
  const database = new DatabaseSync(join(data, small.list));
  database.prepare("INSERT INTO _mf_objects VALUES (?, ?)").run(`1/${name}.bin`, `${name}-id`);
  database.close();
}

/** Replaces the databases that contain messages with those of another data directory. */
export function changeTexts(data: string, other: string): void {
  for (const folder of ["do", "d1"]) {
    rmSync(join(data, folder), { recursive: true });
    cpSync(join(other, folder), join(data, folder), { recursive: true });
  }
}

/**
 * Returns digests of the content of a restored directory, under keys like those in the list of losses: tables by
 * database and name, and files by path.
 */
export function contentsOf(data: string): Map<string, string> {
  const found = new Map<string, string>();
  for (const name of readdirSync(data, { recursive: true, encoding: "utf8" })) {
    if (name.startsWith("run") || !/\.sqlite$|blobs\/|zuliprc$/.test(name)) continue;
    if (!name.endsWith(".sqlite")) found.set(name, digestOf(readFileSync(join(data, name))));
    else for (const [table, rows] of tablesOf(join(data, name))) found.set(`${name} ${table}`, digestOf(rows));
  }
  return found;
}

const digestOf = (content: string | Buffer) => createHash("sha256").update(content).digest("base64url");

/** Returns the same content without what a restore itself changes. */
export const keptIn = (contents: Map<string, string>): Map<string, string> =>
  new Map([...contents].filter(([where]) => !where.endsWith(" sqlite_sequence")));

function tablesOf(path: string): [table: string, rows: string][] {
  const database = new DatabaseSync(path);
  try {
    const intact = database.prepare("PRAGMA integrity_check").get()?.["integrity_check"];
    if (intact !== "ok") throw new Error(`${path}: ${intact}`);
    const tables = database.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").all();
    return tables.map(({ name }) => [
      String(name),
      JSON.stringify(database.prepare(`SELECT * FROM "${name}" ORDER BY 1`).all()),
    ]);
  } finally {
    database.close();
  }
}

/** Returns a pattern for the line that reports something missing in the list of losses. */
export function lossOf(where: string): RegExp {
  const [path = "", table] = where.split(" ");
  if (path.includes("blobs/")) return /^the uploaded file (1\/\w+\.bin|\w+-id)$/;
  const name = { [small.object]: 'the database of ""', [small.bulk]: "the texts of messages (D1)" }[path] ?? path;
  const quoted = name.replace(/[()]/g, "\\$&");
  return table === undefined
    ? new RegExp(`^${quoted}$`)
    : new RegExp(`^(of )?${quoted}: (nothing .*|rows of .*${table})`);
}
