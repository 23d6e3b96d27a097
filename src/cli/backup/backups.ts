import { existsSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { PLAIN_FILES } from "../data-directory/data-files.ts";
import { readDamaged, sync, writeDurable } from "../os/durable.ts";
import { Failure } from "../os/failure.ts";
import { takeLock } from "../os/lock.ts";
import { giveToOwner } from "../os/ownership.ts";
import { removeUnfinished } from "./chunks.ts";
import { digestOf } from "./whole-chunks.ts";

export interface StoredFile {
  /** Path relative to the data directory. */
  readonly path: string;
  readonly size: number;
  /** Digests of the file's chunks, in order. */
  readonly chunks: string[];
}

export interface Organization {
  readonly subdomain: string;
  readonly number: number;
  readonly file: string;
  /** True if the organization's message texts in D1 were read at the same instant as its own database. */
  readonly in_step: boolean;
  /**
   * Erased people, who must be erased again when an earlier backup is restored. Undefined in backups of older programs.
   */
  readonly erased?: readonly ErasedPerson[];
}

/**
 * An erased person: the user's id, 1 if the user's messages were deleted, the time of the erasure in seconds, and, if
 * known, the time the account was created.
 */
export type ErasedPerson = readonly [user: number, deletesMessages: number, at: number, joined?: number];

export interface Backup {
  readonly format: number;
  /** Time of the backup. Backups are sorted by it. */
  readonly id: string;
  readonly at: string;
  /** Subdomain of the only organization in the backup, or null if the backup has all. */
  readonly only: string | null;
  readonly organizations: Organization[];
  readonly files: StoredFile[];
  readonly bytes: number;
  /** Compressed bytes added to the backup directory, excluding the backup's list. */
  readonly added: number;
}

const FORMAT = 1;
export const MARK = "parley-backups.json";
/** Folder of exports, in a backup of a remote server. */
export const EXPORTS = "exports/";
/** Marks a directory with encrypted files; not encrypted itself. */
export const SEALED_MARK = "parley-sealed.json";
const MARKED = JSON.stringify({ format: FORMAT });
const BACKUP_FILE_NAME = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z\.json$/;

export const idAt = (now: Date) => now.toISOString().replaceAll(":", "-").replace(".", "-");

/** Opens a backup directory for writing, and creates it if needed. Locks out other writers. */
export function openToWrite(path: string) {
  const directory = resolve(path);
  const mark = join(directory, MARK);
  if (!existsSync(mark)) {
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    const [found] = readdirSync(directory).filter((name) => name !== `${MARK}.part`);
    refuseSealed(directory);
    if (found) throw new Failure(`${directory} isn't a directory of backups: it has ${found} in it; name an empty one`);
    writeDurable(mark, MARKED);
  }
  checkFormat(directory);
  const lock = takeLock(join(directory, "lock"), directory);
  if (!lock) throw new Failure(`another backup is being written to ${directory}`);
  const temporary = join(directory, "tmp");
  rmSync(temporary, { recursive: true, force: true });
  for (const name of ["packs", "backups", "tmp"]) mkdirSync(join(directory, name), { recursive: true, mode: 0o700 });
  sync(directory);
  removeUnfinished(join(directory, "packs"));
  removeLoneCopies(directory);
  const isMarkDamaged = textOf(mark) !== MARKED;
  if (isMarkDamaged) writeDurable(mark, MARKED);
  return {
    directory,
    temporary,
    /** Damaged files, other than packs, that have been repaired. */
    mended: [...(isMarkDamaged ? [MARK] : []), ...mendLists(directory)],
    close() {
      giveToOwner(directory);
      lock.close();
    },
  };
}

export function openToRead(path: string) {
  const directory = resolve(path);
  refuseSealed(directory);
  if (!existsSync(join(directory, MARK))) throw new Failure(`${directory} isn't a directory of backups`);
  checkFormat(directory);
  return directory;
}

function refuseSealed(directory: string) {
  if (existsSync(join(directory, SEALED_MARK)))
    throw new Failure(`the backups in ${directory} are encrypted: say --passphrase-file`);
}

function checkFormat(directory: string) {
  const [, format] = /"format":(\d+)/.exec(textOf(join(directory, MARK))) ?? [];
  if (Number(format) > FORMAT) throw new Failure(`${directory} was written by a later version of Parley; update first`);
}

/** Returns the ids of complete backups, oldest first. */
export function listBackups(directory: string) {
  const folder = join(directory, "backups");
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => BACKUP_FILE_NAME.test(name))
    .map((name) => name.slice(0, -".json".length))
    .sort();
}

/**
 * Returns the paths of the two copies of a backup's list. Without a list, it's unknown which parts of the packs belong
 * to the backup.
 */
const listFiles = (directory: string, id: string) =>
  [".json", ".copy"].map((end) => join(directory, "backups", `${id}${end}`)) as [string, string];

const textOf = (file: string) => readDamaged(file)?.toString() ?? "";

/** @returns the list's JSON, or null if it doesn't match its digest */
function wholeList(file: string): string | null {
  const text = textOf(file);
  const [body = "", digest] = text.split("\n");
  return digestOf(Buffer.from(body)) === digest ? text : null;
}

/** Removes lone copies of lists, left by interrupted runs. */
function removeLoneCopies(directory: string) {
  const listed = new Set(listBackups(directory));
  for (const name of readdirSync(join(directory, "backups"))) {
    const [id = ""] = name.split(".", 1);
    if (!listed.has(id)) rmSync(join(directory, "backups", name), { force: true });
  }
}

/** Reads both copies of all lists, and restores damaged ones from the other. */
function mendLists(directory: string): string[] {
  return listBackups(directory).flatMap((id) => {
    const files = listFiles(directory, id);
    const whole = files.map(wholeList).find((text) => text !== null);
    if (whole === undefined) return [];
    return files.flatMap((file) => {
      if (wholeList(file) !== null) return [];
      // Older versions wrote each list only once, so a missing copy isn't damage.
      const isNew = !existsSync(file);
      writeDurable(file, whole);
      return isNew ? [] : [`backups/${basename(file)}`];
    });
  });
}

/** Returns the backups for which both copies of the list are damaged. */
export const lostLists = (directory: string) =>
  listBackups(directory).filter((id) => listFiles(directory, id).every((file) => wholeList(file) === null));

/**
 * Reads a backup's list. Throws if it is damaged. With `accepts`, parses a damaged list if possible, and otherwise
 * returns undefined. The files in the list are still verified by their digests.
 */
export function readBackup(directory: string, id: string, how?: { readonly accepts?: false }): Backup;
export function readBackup(directory: string, id: string, how: { readonly accepts: boolean }): Backup | undefined;
export function readBackup(directory: string, id: string, { accepts = false } = {}): Backup | undefined {
  const files = listFiles(directory, id);
  for (const file of files) {
    const [body] = wholeList(file)?.split("\n", 1) ?? [];
    if (body === undefined) continue;
    const backup = readList(body);
    if (backup === undefined && !accepts)
      throw new Failure(
        `the backup is refused: ${file} has names of files that no backup has, and was not made by Parley`,
      );
    return backup;
  }
  if (!accepts) throw new Failure(`the backup is damaged: ${files[0]} is not as it was written`);
  return files.map((file) => readList(textOf(file).split("\n", 1)[0] ?? "")).find(Boolean);
}

/**
 * Parses and validates a list, because anyone who can write to the backup storage can also write lists. Returns
 * undefined if it is invalid.
 */
function readList(body: string): Backup | undefined {
  try {
    const backup = JSON.parse(body);
    const { files, organizations } = backup;
    if (!Array.isArray(files) || !files.every(isStoredFile)) return undefined;
    return Array.isArray(organizations) && organizations.every(isOrganization) ? backup : undefined;
  } catch {
    return undefined;
  }
}

const isStoredFile = (file: Partial<StoredFile> | null): boolean =>
  isPathOfBackup(file?.path) && Array.isArray(file?.chunks) && file.chunks.every((one) => typeof one === "string");

const isOrganization = (one: Partial<Organization> | null): boolean =>
  typeof one?.subdomain === "string" &&
  Number.isSafeInteger(one.number) &&
  isPathOfBackup(one.file) &&
  (one.erased ?? []).every((person) => person.every(Number.isFinite));

/** Whether a backup can contain a path. Paths must not lead outside the restore directory. */
const isPathOfBackup = (path: unknown): boolean =>
  typeof path === "string" &&
  (PLAIN_FILES.includes(path) || (STORED.test(path) && !path.split("/").some((name) => name.startsWith("."))));
const STORED = /^(do|d1|r2|exports)(\/[\w.-]+)+$/;

/** Collects the erased people from all backups in a directory, and returns a lookup by organization. */
export function readAllErased(directory: string): (organization: Organization) => ErasedPerson[] {
  const known = listBackups(directory).flatMap(
    (id) => readBackup(directory, id, { accepts: true })?.organizations ?? [],
  );
  return ({ number, subdomain }) => {
    const own = known.filter((one) => one.number === number && one.subdomain === subdomain);
    return own.flatMap(({ erased = [] }) => erased);
  };
}

/** Writes a backup's list, which marks the backup as complete. */
export function writeBackup(directory: string, backup: Omit<Backup, "format">) {
  const body = JSON.stringify({ format: FORMAT, ...backup });
  const text = `${body}\n${digestOf(Buffer.from(body))}\n`;
  const [file, copy] = listFiles(directory, backup.id);
  writeDurable(copy, text);
  writeDurable(file, text);
  return Buffer.byteLength(text);
}

export function removeBackup(directory: string, id: string) {
  for (const file of listFiles(directory, id)) rmSync(file, { force: true });
  sync(join(directory, "backups"));
}
