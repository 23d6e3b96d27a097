import { rmSync } from "node:fs";
import { basename, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { listBackups, readBackup } from "../backup/backups.mjs";
import { DATABASE_CHUNK } from "../backup/chunks.mjs";
import { hasTable } from "../backup/snapshot.mjs";
import { BLOBS, databasesOf } from "../data-directory/data-files.mjs";
import { Failure } from "../system/failure.mjs";
import { writeFile } from "./extract.mjs";
import { salvage } from "./salvage.mjs";

/** @typedef {import("../backup/backups.mjs").Backup} Backup */
/** @typedef {import("../backup/backups.mjs").StoredFile} StoredFile */
/** @typedef {import("../backup/chunks.mjs").Chunks} Chunks */

/** The chunks of a backup that are lost: all are read. @param {Chunks} chunks @param {Pick<Backup, "files">} backup */
export function lostChunks(chunks, { files }) {
  const digests = new Set(files.flatMap((file) => file.chunks));
  return new Set([...digests].filter((digest) => chunks.find(digest) === undefined));
}

/**
 * Throws where a backup has lost something, with what it is.
 *
 * @param {Pick<Backup, "files" | "organizations">} backup @param {ReadonlySet<string>} lost
 */
export function refuseLosses(backup, lost) {
  if (lost.size === 0) return;
  const names = filesWith(backup, lost).map(({ path }) => nameOf(backup, path));
  const some = names.slice(0, 5).join(", ") + (names.length > 5 ? ` and ${names.length - 5} more` : "");
  throw new Failure(
    `the backup is damaged: of ${some} parts are lost; --accept-losses brings back everything else, and lists what is missing`,
  );
}

/** @param {Pick<Backup, "files">} backup @param {ReadonlySet<string>} lost */
const filesWith = ({ files }, lost) => files.filter(({ chunks }) => chunks.some((digest) => lost.has(digest)));

/** A file's name in words for the operator of the server. @param {Pick<Backup, "organizations">} backup @param {string} path */
function nameOf({ organizations }, path) {
  const one = organizations.find(({ file }) => file === path);
  if (one) return `the database of "${one.subdomain}"`;
  if (path.startsWith("d1/")) return "the texts of messages (D1)";
  return path.startsWith(BLOBS) ? `the uploaded file ${basename(path)}` : path;
}

/**
 * Puts what is left of a damaged backup's files below a directory: databases with all rows that can be read, and no file of
 * which a part is lost.
 *
 * @param {{ directory: string, chunks: Chunks, backup: Backup, lost: ReadonlySet<string>, into: string }} damaged
 * @returns {string[]} what is missing, in words
 */
export function extractRest({ directory, chunks, backup, lost, into }) {
  /** @type {string[]} */
  const missing = [];
  for (const stored of filesWith(backup, lost)) {
    const name = nameOf(backup, stored.path);
    if (!stored.path.endsWith(".sqlite")) {
      missing.push(name);
      continue;
    }
    try {
      const tables = salvaged({ directory, chunks, lost, into }, stored);
      if (tables.length > 0) missing.push(`of ${name}: rows of ${tables.join(", ")}`);
    } catch (error) {
      rmSync(join(into, stored.path), { force: true });
      missing.push(`${name}: nothing of it can be read (${/** @type {Error} */ (error).message})`);
    }
  }
  return missing;
}

/** @typedef {{ directory: string, chunks: Chunks, lost: ReadonlySet<string>, into: string }} Damaged */

/**
 * Without a part of its schema a database is none; that part of another backup differs little, and is taken then.
 *
 * @param {Damaged} damaged @param {StoredFile} stored
 */
function salvaged(damaged, stored) {
  try {
    return extractDatabase(damaged, stored, () => undefined);
  } catch {
    return extractDatabase(damaged, stored, (index) => partElsewhere(damaged, stored, index));
  }
}

/** @param {Damaged} damaged @param {StoredFile} stored @param {(index: number) => Uint8Array | undefined} substitute */
function extractDatabase({ chunks, lost, into }, stored, substitute) {
  const nothing = Buffer.alloc(DATABASE_CHUNK);
  writeFile(
    join(into, stored.path),
    stored.chunks.map((digest, index) => {
      if (!lost.has(digest)) return chunks.read(digest);
      return substitute(index) ?? nothing.subarray(0, Math.min(DATABASE_CHUNK, stored.size - index * DATABASE_CHUNK));
    }),
  );
  const tables = salvage(join(into, stored.path));
  const database = new DatabaseSync(join(into, stored.path), { readOnly: true });
  try {
    // An organization without these is none.
    for (const needed of ["identity", "shipping"]) {
      if (!hasTable(database, needed)) continue;
      if (!database.prepare(`SELECT 1 FROM "${needed}"`).get()) throw new Failure(`${needed} is lost`);
    }
  } finally {
    database.close();
  }
  return tables;
}

/** @param {Damaged} damaged @param {StoredFile} stored @param {number} index */
function partElsewhere({ directory, chunks }, { path }, index) {
  for (const id of listBackups(directory).reverse()) {
    const backup = readBackup(directory, id, { accepts: true });
    const digest = backup?.files.find((file) => file.path === path)?.chunks[index];
    const found = digest === undefined ? undefined : chunks.find(digest);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Names the uploaded files that are missing by their keys. @param {string} data @param {readonly string[]} missing */
export function withKeys(data, missing) {
  const keys = new Map(
    databasesOf(data).files.flatMap((name) => {
      const database = new DatabaseSync(join(data, name), { readOnly: true });
      try {
        if (!hasTable(database, "_mf_objects")) return [];
        const rows = database.prepare("SELECT blob_id, key FROM _mf_objects WHERE blob_id IS NOT NULL").all();
        return rows.map((row) => /** @type {const} */ ([String(row["blob_id"]), String(row["key"])]));
      } finally {
        database.close();
      }
    }),
  );
  return missing.map((line) =>
    line.replace(/^(the uploaded file )(\S+)$/, (_, what, id) => what + (keys.get(id) ?? id)),
  );
}
