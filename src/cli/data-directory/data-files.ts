import { createHash, createHmac } from "node:crypto";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { bulkDatabaseId } from "../workerd/plan.ts";
import { PUSH_FILE } from "./push-credentials.ts";

// Miniflare's on-disk layout of the data of `npm start`. Paths are relative to the data directory.

export const REALMS = "do/parley-Realm";
export const D1 = "d1";
const R2 = "r2";
export const BLOBS = "r2/uploads/blobs";

const D1_CLASS = "miniflare-D1DatabaseObject";

/** Returns the file of a bulk database, numbered from 1. Derives its name from the database's id, as Miniflare does. */
export function bulkFile(data: string, number: number): string {
  const key = createHash("sha256").update(D1_CLASS).digest();
  const sign = (text: string | Buffer) => createHmac("sha256", key).update(text).digest().subarray(0, 16);
  const name = sign(bulkDatabaseId(number));
  return join(data, D1, D1_CLASS, `${Buffer.concat([name, sign(name)]).toString("hex")}.sqlite`);
}

/** Server-wide files stored next to the databases. */
export const PLAIN_FILES = ["zuliprc", "setup-token", PUSH_FILE];

/**
 * Returns the databases of a data directory, in the order in which a snapshot must read them. Everything that refers to
 * an R2 file comes before R2, so that no reference lacks its file.
 */
export function databasesOf(data: string) {
  return { objects: databasesIn(data, REALMS), bulk: databasesIn(data, D1), files: databasesIn(data, R2) };
}

/** Returns the paths of the program's databases in a folder, excluding the runtime's own. */
export function storesIn(data: string, folder: string) {
  return databasesIn(data, folder)
    .filter((name) => /\/[0-9a-f]+\.sqlite$/.test(name))
    .map((name) => join(data, name));
}

function databasesIn(data: string, folder: string) {
  if (!existsSync(join(data, folder))) return [];
  return readdirSync(join(data, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".sqlite"))
    .map((name) => `${folder}/${name.replaceAll("\\", "/")}`)
    .sort();
}

/** True for the list of objects' alarms, which is stored next to the objects' databases. */
export const isAlarmList = (path: string) => path.startsWith("do/") && path.endsWith("/metadata.sqlite");

/** @returns the names of the blob files, which are the ids in R2's list */
export function blobsIn(data: string): string[] {
  return existsSync(join(data, BLOBS)) ? readdirSync(join(data, BLOBS)) : [];
}
