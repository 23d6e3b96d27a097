import { existsSync, mkdirSync, readdirSync, realpathSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import {
  type Backup,
  idAt,
  listBackups,
  openToRead,
  readAllErased,
  readBackup,
  type StoredFile,
} from "../backup/backups.ts";
import { openChunks } from "../backup/chunks.ts";
import { halfRestored, isHalfRestored, restoringMark } from "../data-directory/data-directory.ts";
import { closing } from "../os/closing.ts";
import { sync, writeDurable } from "../os/durable.ts";
import { Failure } from "../os/failure.ts";
import { takeLock } from "../os/lock.ts";
import { giveToOwner } from "../os/ownership.ts";
import { extractFile } from "./extract.ts";
import { extractRest, lostChunks, refuseLosses, withKeys } from "./losses.ts";
import { markRestored } from "./mark-restored.ts";

/** How far the clocks of machines may differ. */
const CLOCKS_DIFFER_MS = 86_400_000;

/**
 * Finds the requested backup in a directory: the newest of all, or the newest from no later than a given day.
 *
 * @param at a day, or any longer prefix of a time, UTC
 * @param acceptsLosses whether the backup's list may be damaged
 */
export function findBackup(path: string, at: string | undefined, acceptsLosses: boolean): Backup {
  const directory = openToRead(path);
  const ids = listBackups(directory);
  const wanted = at?.replaceAll(":", "-").replace(".", "-");
  const [id] = ids.filter((one) => wanted === undefined || one.slice(0, wanted.length) <= wanted).slice(-1);
  if (id === undefined) throw new Failure(`${directory} has no backup${at === undefined ? "" : ` of ${at} or before`}`);
  // The clock was wrong during this backup, so other backups may actually be newer.
  if (at === undefined && id > idAt(new Date(Date.now() + CLOCKS_DIFFER_MS)))
    throw new Failure(`the backup ${id} is from the future: choose one with --at (--list lists them)`);
  const backup = readBackup(directory, id, { accepts: acceptsLosses });
  if (backup === undefined) throw new Failure(`the list of the backup ${id} is lost: choose another one with --at`);
  return backup;
}

/** Reads everything a backup needs. Throws if anything is damaged. */
export const verify = (directory: string, backup: Backup) =>
  closing(openChunks(directory), (chunks) => refuseLosses(backup, lostChunks(chunks, backup)));

/**
 * Restores a backup into an empty data directory. No server starts there until the restore is complete. After an
 * interruption, the same command starts over.
 *
 * @param acceptsLosses whether to restore the intact rest of a damaged backup
 * @returns descriptions of what is missing
 */
export function restore(directory: string, backup: Backup, path: string, acceptsLosses: boolean): string[] {
  const chunks = openChunks(directory);
  const lost = lostChunks(chunks, backup);
  if (!acceptsLosses) refuseLosses(backup, lost);
  mkdirSync(join(path, "run"), { recursive: true, mode: 0o700 });
  const data = realpathSync(path);
  const lock = takeLock(join(data, "run/lock"), data);
  if (!lock) throw new Failure(`a server, or another restore, is using ${data}`);
  try {
    empty(data);
    const missing = extractRest({ directory, chunks, backup, lost, into: data });
    const isWhole = (file: StoredFile) => !file.chunks.some((digest) => lost.has(digest));
    for (const stored of backup.files.filter(isWhole)) extractFile(chunks, stored, data);
    chunks.close();
    const restored = backup.organizations.filter(({ file }) => existsSync(join(data, file)));
    const erased = readAllErased(directory);
    for (const one of restored) missing.push(...markRestored(join(data, one.file), one, erased(one)));
    const folders = new Set(backup.files.map((file) => dirname(join(data, file.path))));
    for (const folder of folders) if (existsSync(folder)) sync(folder);
    giveToOwner(data);
    rmSync(restoringMark(data));
    sync(data);
    return withKeys(data, missing);
  } finally {
    giveToOwner(data);
    lock.close();
  }
}

/** Removes the remains of an interrupted restore. Throws if the directory contains anything else. */
function empty(data: string) {
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
