import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { sync, writeDurable } from "../system/durable.mjs";
import { Failure } from "../system/failure.mjs";
import { takeLock } from "../system/lock.mjs";
import { giveToOwner } from "../system/ownership.mjs";
import { digestOf, removeUnfinished } from "./chunks.mjs";

/**
 * @typedef {object} StoredFile
 * @property {string} path below the data directory
 * @property {number} size
 * @property {string[]} chunks the digests of its parts, in order
 *
 * @typedef {object} Organization
 * @property {string} subdomain
 * @property {number} number
 * @property {string} file its database
 * @property {boolean} in_step whether the texts of its messages are of the same instant as the rest of it
 *
 * @typedef {object} Backup
 * @property {number} format
 * @property {string} id when it was taken; they sort by it
 * @property {string} at the same, as a date
 * @property {string | null} only the subdomain of the one organization in it; null where all are
 * @property {Organization[]} organizations
 * @property {StoredFile[]} files
 * @property {number} bytes of all files
 * @property {number} added bytes that it took in the backup directory, compressed, its own list left out
 */

const FORMAT = 1;
const MARK = "parley-backups.json";
const NAME = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z\.json$/;

/** @param {Date} now */
export const idAt = (now) => now.toISOString().replaceAll(":", "-").replace(".", "-");

/**
 * Opens a directory of backups to write in it; makes it where there is none. Nobody else writes there meanwhile.
 *
 * @param {string} path
 */
export function openToWrite(path) {
  const directory = resolve(path);
  if (!existsSync(join(directory, MARK))) {
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    const [found] = readdirSync(directory).filter((name) => name !== `${MARK}.part`);
    if (found) throw new Failure(`${directory} is no directory of backups: it has ${found} in it; name an empty one`);
    writeDurable(join(directory, MARK), JSON.stringify({ format: FORMAT }));
  }
  checkFormat(directory);
  const lock = takeLock(join(directory, "lock"), directory);
  if (!lock) throw new Failure(`another backup is being written to ${directory}`);
  const temporary = join(directory, "tmp");
  rmSync(temporary, { recursive: true, force: true });
  for (const name of ["packs", "backups", "tmp"]) mkdirSync(join(directory, name), { recursive: true, mode: 0o700 });
  sync(directory);
  removeUnfinished(join(directory, "packs"));
  return {
    directory,
    temporary,
    close() {
      giveToOwner(directory);
      lock.close();
    },
  };
}

/** @param {string} path */
export function openToRead(path) {
  const directory = resolve(path);
  if (!existsSync(join(directory, MARK))) throw new Failure(`${directory} is no directory of backups`);
  checkFormat(directory);
  return directory;
}

/** @param {string} directory */
function checkFormat(directory) {
  const [, format] = /"format":(\d+)/.exec(readFileSync(join(directory, MARK), "utf8")) ?? [];
  if (Number(format) > FORMAT) throw new Failure(`${directory} was written by a later version of Parley; update first`);
}

/** The ids of the whole backups, the oldest first. @param {string} directory */
export function listBackups(directory) {
  const folder = join(directory, "backups");
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => NAME.test(name))
    .map((name) => name.slice(0, -".json".length))
    .sort();
}

/**
 * The list of what a backup has. One that is damaged is refused, or where that is accepted read as far as it can be, and
 * undefined where it cannot: what it names is known by its content.
 *
 * @template {boolean} [T=false]
 * @param {string} directory @param {string} id @param {{ accepts?: T }} [how]
 * @returns {T extends true ? Backup | undefined : Backup}
 */
export function readBackup(directory, id, { accepts } = {}) {
  const file = join(directory, "backups", `${id}.json`);
  const text = readFileSync(file, "utf8");
  const [body = "", digest] = text.split("\n");
  if (digestOf(Buffer.from(body)) === digest) return JSON.parse(body);
  if (!accepts) throw new Failure(`the backup is damaged: ${file} is not as it was written`);
  return /** @type {any} */ (readDamaged(body));
}

/** @param {string} body @returns {Backup | undefined} */
function readDamaged(body) {
  try {
    const backup = JSON.parse(body);
    const isSafe = (/** @type {StoredFile} */ { path, chunks }) =>
      typeof path === "string" && !/^[/\\]|(^|[/\\])\.\.([/\\]|$)/.test(path) && Array.isArray(chunks);
    return Array.isArray(backup.files) && Array.isArray(backup.organizations) && backup.files.every(isSafe)
      ? backup
      : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Makes a backup one of those that are listed: only now it is whole.
 *
 * @param {string} directory @param {Omit<Backup, "format">} backup
 */
export function writeBackup(directory, backup) {
  const body = JSON.stringify({ format: FORMAT, ...backup });
  const text = `${body}\n${digestOf(Buffer.from(body))}\n`;
  writeDurable(join(directory, "backups", `${backup.id}.json`), text);
  return Buffer.byteLength(text);
}

/** @param {string} directory @param {string} id */
export function removeBackup(directory, id) {
  rmSync(join(directory, "backups", `${id}.json`));
  sync(join(directory, "backups"));
}
