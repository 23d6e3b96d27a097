import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";

// How `npm start` lays its data out on disk (Miniflare's layout): paths below the data directory.

export const REALMS = "do/parley-Realm";
const D1 = "d1";
const R2 = "r2";
export const BLOBS = "r2/uploads/blobs";

/** What is kept beside the databases, of the whole server. */
export const PLAIN_FILES = ["zuliprc", "setup-token"];

/**
 * The databases of a data directory, in the order in which they are to be read at one instant: what names a file of R2
 * comes before R2, so that no file is named that is not there.
 *
 * @param {string} data
 */
export function databasesOf(data) {
  return { objects: databasesIn(data, REALMS), bulk: databasesIn(data, D1), files: databasesIn(data, R2) };
}

/** @param {string} data @param {string} folder */
function databasesIn(data, folder) {
  if (!existsSync(join(data, folder))) return [];
  return readdirSync(join(data, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".sqlite"))
    .map((name) => `${folder}/${name.replaceAll("\\", "/")}`)
    .sort();
}

/** The list of when objects are to be woken, beside the databases of objects. @param {string} path */
export const isAlarmList = (path) => path.startsWith("do/") && path.endsWith("/metadata.sqlite");

/** @param {string} data @returns {string[]} the files that R2's list names by these ids */
export function blobsIn(data) {
  return existsSync(join(data, BLOBS)) ? readdirSync(join(data, BLOBS)) : [];
}
