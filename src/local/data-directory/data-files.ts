import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { PUSH_FILE } from "./push-credentials.ts";

// The layout of the data of `npm start` on disk (Miniflare's): paths below the data directory.

export const REALMS = "do/parley-Realm";
export const D1 = "d1";
const R2 = "r2";
export const BLOBS = "r2/uploads/blobs";

/** Files beside the databases, of the whole server. */
export const PLAIN_FILES = ["zuliprc", "setup-token", PUSH_FILE];

/**
 * The databases of a data directory, in the order in which they are to be read at one instant: what names a file of R2
 * comes before R2, so that no file is named that is not there.
 */
export function databasesOf(data: string) {
  return { objects: databasesIn(data, REALMS), bulk: databasesIn(data, D1), files: databasesIn(data, R2) };
}

/** The databases of a folder that the program has made, but for the runtime's own lists: files with their whole names. */
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

/** The list of when objects are to be woken, beside the databases of objects. */
export const isAlarmList = (path: string) => path.startsWith("do/") && path.endsWith("/metadata.sqlite");

/** @returns the files that R2's list names by these ids */
export function blobsIn(data: string): string[] {
  return existsSync(join(data, BLOBS)) ? readdirSync(join(data, BLOBS)) : [];
}
