import { mkdirSync, readdirSync, realpathSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { Failure } from "../server/failure.mjs";
import { takeLock } from "../server/lock.mjs";
import { giveToOwner } from "../server/ownership.mjs";
import { listBackups, openToRead, readBackup } from "./backups.mjs";
import { openChunks } from "./chunks.mjs";
import { sync, writeDurable } from "./durable.mjs";
import { extractFile } from "./extract.mjs";
import { markRestored } from "./mark-restored.mjs";
import { halfRestored, isHalfRestored, restoringMark } from "./restoring.mjs";

/** @typedef {import("./backups.mjs").Backup} Backup */

/**
 * The backup of a directory that is meant: the newest, or the newest of a day and before it.
 *
 * @param {string} path @param {string | undefined} at a day, or any longer beginning of a time, UTC
 * @returns {{ directory: string, backup: Backup }}
 */
export function findBackup(path, at) {
  const directory = openToRead(path);
  const ids = listBackups(directory);
  const wanted = at?.replaceAll(":", "-").replace(".", "-");
  const [id] = ids.filter((one) => wanted === undefined || one.slice(0, wanted.length) <= wanted).slice(-1);
  if (id === undefined) throw new Failure(`${directory} has no backup${at === undefined ? "" : ` of ${at} or before`}`);
  return { directory, backup: readBackup(directory, id) };
}

/** Reads all that a backup needs; throws where anything is not as it was written. @param {string} directory @param {Backup} backup */
export function verify(directory, { files }) {
  const chunks = openChunks(directory);
  try {
    for (const digest of new Set(files.flatMap((file) => file.chunks))) chunks.read(digest);
  } finally {
    chunks.close();
  }
}

/**
 * Puts a backup into an empty data directory. Until it is whole, no server starts there; an interrupted one is begun
 * again by the same command.
 *
 * @param {string} directory @param {Backup} backup @param {string} path
 */
export function restore(directory, backup, path) {
  verify(directory, backup);
  mkdirSync(join(path, "run"), { recursive: true, mode: 0o700 });
  const data = realpathSync(path);
  const lock = takeLock(join(data, "run/lock"), data);
  if (!lock) throw new Failure(`a server, or another restore, is using ${data}`);
  try {
    empty(data);
    const chunks = openChunks(directory);
    for (const stored of backup.files) extractFile(chunks, stored, data);
    chunks.close();
    for (const { file } of backup.organizations) markRestored(join(data, file));
    for (const folder of new Set(backup.files.map((file) => dirname(join(data, file.path))))) sync(folder);
    giveToOwner(data);
    rmSync(restoringMark(data));
    sync(data);
  } finally {
    giveToOwner(data);
    lock.close();
  }
}

/** Removes what an interrupted restore has left; refuses a directory with anything else in it. @param {string} data */
function empty(data) {
  const mark = restoringMark(data);
  const one = halfRestored(data)?.organization;
  if (one !== undefined) {
    throw new Failure(`the restore of "${one}" to ${data} was interrupted: end it first, with --organization "${one}"`);
  }
  const found = readdirSync(data).filter((name) => name !== "run" && !join(data, name).startsWith(mark));
  if (found.length > 0 && !isHalfRestored(data)) {
    throw new Failure(`${data} is not empty (it has ${found[0]}): name another directory with --data, or move it away`);
  }
  if (!isHalfRestored(data)) writeDurable(mark, "{}");
  for (const name of found) rmSync(join(data, name), { recursive: true, force: true });
}
