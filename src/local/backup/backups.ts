import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { sync, writeDurable } from "../system/durable.ts";
import { Failure } from "../system/failure.ts";
import { takeLock } from "../system/lock.ts";
import { giveToOwner } from "../system/ownership.ts";
import { removeUnfinished } from "./chunks.ts";
import { digestOf } from "./whole-chunks.ts";

export interface StoredFile {
  /** Below the data directory. */
  readonly path: string;
  readonly size: number;
  /** The digests of its parts, in order. */
  readonly chunks: string[];
}

export interface Organization {
  readonly subdomain: string;
  readonly number: number;
  /** The path of its database. */
  readonly file: string;
  /** Whether the texts of its messages are of the same instant as the rest of it. */
  readonly in_step: boolean;
}

export interface Backup {
  readonly format: number;
  /** When it was taken; they sort by it. */
  readonly id: string;
  /** The same, as a date. */
  readonly at: string;
  /** The subdomain of the one organization in it; null where all are. */
  readonly only: string | null;
  readonly organizations: Organization[];
  readonly files: StoredFile[];
  /** The bytes of all files. */
  readonly bytes: number;
  /** Bytes that it took in the backup directory, compressed, its own list left out. */
  readonly added: number;
}

const FORMAT = 1;
const MARK = "parley-backups.json";
const NAME = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z\.json$/;

export const idAt = (now: Date) => now.toISOString().replaceAll(":", "-").replace(".", "-");

/** Opens a directory of backups to write in it; makes it where there is none. Nobody else writes there meanwhile. */
export function openToWrite(path: string) {
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

export function openToRead(path: string) {
  const directory = resolve(path);
  if (!existsSync(join(directory, MARK))) throw new Failure(`${directory} is no directory of backups`);
  checkFormat(directory);
  return directory;
}

function checkFormat(directory: string) {
  const [, format] = /"format":(\d+)/.exec(readFileSync(join(directory, MARK), "utf8")) ?? [];
  if (Number(format) > FORMAT) throw new Failure(`${directory} was written by a later version of Parley; update first`);
}

/** The ids of the whole backups, the oldest first. */
export function listBackups(directory: string) {
  const folder = join(directory, "backups");
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => NAME.test(name))
    .map((name) => name.slice(0, -".json".length))
    .sort();
}

/**
 * The list of what a backup has. One that is damaged is refused, or where that is accepted read as far as it can be,
 * and undefined where it cannot: what it names is known by its content.
 */
export function readBackup(directory: string, id: string, how?: { readonly accepts?: false }): Backup;
export function readBackup(directory: string, id: string, how: { readonly accepts: boolean }): Backup | undefined;
export function readBackup(directory: string, id: string, { accepts = false } = {}): Backup | undefined {
  const file = join(directory, "backups", `${id}.json`);
  const text = readFileSync(file, "utf8");
  const [body = "", digest] = text.split("\n");
  if (digestOf(Buffer.from(body)) === digest) return JSON.parse(body);
  if (!accepts) throw new Failure(`the backup is damaged: ${file} is not as it was written`);
  return readDamaged(body);
}

function readDamaged(body: string): Backup | undefined {
  try {
    const backup = JSON.parse(body);
    const isSafe = ({ path, chunks }: StoredFile) =>
      typeof path === "string" && !/^[/\\]|(^|[/\\])\.\.([/\\]|$)/.test(path) && Array.isArray(chunks);
    return Array.isArray(backup.files) && Array.isArray(backup.organizations) && backup.files.every(isSafe)
      ? backup
      : undefined;
  } catch {
    return undefined;
  }
}

/** Makes a backup one of those that are listed: only now it is whole. */
export function writeBackup(directory: string, backup: Omit<Backup, "format">) {
  const body = JSON.stringify({ format: FORMAT, ...backup });
  const text = `${body}\n${digestOf(Buffer.from(body))}\n`;
  writeDurable(join(directory, "backups", `${backup.id}.json`), text);
  return Buffer.byteLength(text);
}

export function removeBackup(directory: string, id: string) {
  rmSync(join(directory, "backups", `${id}.json`));
  sync(join(directory, "backups"));
}
