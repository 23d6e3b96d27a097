import { closeSync, existsSync, fstatSync, openSync, readSync, realpathSync, rmSync, statSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import sqlite from "node:sqlite";
import { isHalfRestored } from "../data-directory/data-directory.ts";
import { BLOBS, blobsIn, isAlarmList, PLAIN_FILES } from "../data-directory/data-files.ts";
import { Failure } from "../os/failure.ts";
import type { StoredFile } from "./backups.ts";
import { type Chunks, DATABASE_CHUNK, FILE_CHUNK } from "./chunks.ts";
import { keepOne } from "./keep-one.ts";
import { blobsNamed, erasedOf, pinSnapshot } from "./snapshot.ts";
import { openStoreToWrite, type StoreAccess } from "./store.ts";
import { writeToStore } from "./write-to-store.ts";

/** Pages copied per step. */
const PAGES = 500;
/**
 * SQLITE_IOERR_READ and SQLITE_IOERR_CORRUPTFS: the disk can't read the file. A full target disk causes other codes.
 */
const UNREADABLE: readonly unknown[] = [266, 8458];
/** Maximum attempts at a backup if files are deleted before they're copied. */
const MAX_RESTARTS = 5;

type Snapshot = Awaited<ReturnType<typeof pinSnapshot>>;

interface BackupOptions {
  readonly data: string;
  readonly directory: string;
  /** Access to the backup directory, if it isn't a plain directory. */
  readonly access?: StoreAccess;
  readonly organization: string | undefined;
  readonly keep: number | undefined;
}

/** Backs up a data directory as of this instant, even while a server runs on it. */
export async function takeBackup({ data: path, directory, access, organization, keep }: BackupOptions) {
  if (!existsSync(join(path, "do"))) throw new Failure(`${path} isn't a server's data directory`);
  const data = realpathSync(path);
  if (isHalfRestored(data)) throw new Failure(`${data} holds a part of a backup; restore it first`);
  const target = resolve(directory);
  if ([target, existsSync(target) ? realpathSync(target) : target].some((one) => `${one}/`.startsWith(`${data}/`)))
    throw new Failure(`${directory} lies in the data directory itself: what ends that would end its backups too`, 2);
  const store = await openStoreToWrite(directory, access, join(data, "run", "backup"));
  return writeToStore(store, keep, async ({ chunks, id, known }) => {
    const run = { data, id, chunks, temporary: store.temporary, known };
    // Most files are stored before the snapshot, so that it's held for less time. The files of a single organization
    // are only known from the snapshot.
    if (organization === undefined) {
      for (const name of blobsIn(data)) {
        storeBlob(run, name);
        await store.pushPacks();
      }
    }
    return { only: organization ?? null, ...(await storeAll(run, organization)) };
  });
}

interface Run {
  readonly data: string;
  readonly id: string;
  readonly chunks: Chunks;
  readonly temporary: string;
  /** Uploads stored by the newest backup or this run, by path. Once written completely, they never change. */
  readonly known: Map<string, StoredFile>;
}

async function storeAll(run: Run, only: string | undefined) {
  for (let tries = 1; ; tries += 1) {
    const snapshot = await pinSnapshot(run.data, only);
    try {
      const { realms, failed } = snapshot;
      if (only !== undefined && realms.length === 0)
        throw new Failure([`there is no organization "${only}"`, ...failed].join("; "));
      if (failed.length > 0 && realms.length === 0) throw new Failure(failed.join("; "));
      const [one] = only === undefined ? [] : realms;
      const keys = one === undefined ? "*" : `${one.identity.id}/*`;
      const blobs = snapshot.files.flatMap(({ database }) => blobsNamed(database, "main", keys));
      const stored = blobs.map((name) => storeBlob(run, name));
      const missing = stored.filter((file) => file === undefined).length;
      // The file was deleted a moment ago, or it is lost. If it is lost, back up everything else.
      if (missing > 0 && tries < MAX_RESTARTS) continue;
      const databases = await storeDatabases(run, snapshot, only);
      const readable = realms.filter(({ path }) => databases.some((file) => file.path === path));
      if (failed.length > 0 && readable.length === 0) throw new Failure(failed.join("; "));
      const organizations = readable.map(({ path, identity, database }) => ({
        subdomain: identity.subdomain,
        number: identity.id,
        file: path,
        in_step: !snapshot.behind.has(path),
        erased: erasedOf(database),
      }));
      const plain = PLAIN_FILES.filter((name) => only === undefined || (only === "" && name === "zuliprc"));
      const kept = [...plain.map((name) => storeFile(run, name, FILE_CHUNK)), ...stored];
      const files = [...databases, ...kept.filter((file) => file !== undefined)];
      const absent = only === undefined ? failed.map((problem) => `not in this backup: ${problem}`) : [];
      return { at: snapshot.at.toISOString(), organizations, missing, files, failed: absent };
    } finally {
      snapshot.release();
    }
  }
}

async function storeDatabases(
  { data, chunks, id, temporary }: Run,
  { objects, realms, bulk, files, failed }: Snapshot,
  only: string | undefined,
) {
  const wanted = new Set(realms.map(({ path }) => path));
  const pinned = [...objects, ...bulk, ...files].filter(
    ({ path }) => only === undefined || wanted.has(path) || isAlarmList(path) || !path.startsWith("do/"),
  );
  const stored: StoredFile[] = [];
  for (const { path, database } of pinned) {
    const copy = join(temporary, "copy.sqlite");
    // This copies from the open transaction, because SQLite only starts another one if none is open.
    try {
      await sqlite.backup(database, copy, { rate: PAGES });
    } catch (error) {
      const { errcode, message } = error as Error & { readonly errcode?: number };
      // Skip an unreadable database, so that the backup contains all others.
      if (!wanted.has(path) || !UNREADABLE.includes(errcode)) throw error;
      failed.push(`${join(data, path)} cannot be read: ${message}`);
      rmSync(copy, { force: true });
      continue;
    }
    const [one] = only === undefined ? [] : realms;
    if (one && path !== one.path) keepOne(copy, path, { id: one.identity.id, object: basename(one.path, ".sqlite") });
    stored.push({ path, ...inChunks(copy, DATABASE_CHUNK, (part) => chunks.add(id, part)) });
    rmSync(copy);
  }
  return stored;
}

function storeBlob(run: Run, name: string) {
  const path = `${BLOBS}/${name}`;
  const known = run.known.get(path);
  // If a file was still being written during an earlier backup, it has grown since, and is stored again.
  const { size } = statSync(join(run.data, path), { throwIfNoEntry: false }) ?? {};
  if (size !== undefined && known?.size === size && known.chunks.every(run.chunks.has)) return known;
  const stored = storeFile(run, path, FILE_CHUNK);
  if (stored) run.known.set(path, stored);
  return stored;
}

function storeFile({ data, chunks, id }: Run, path: string, size: number) {
  try {
    return { path, ...inChunks(join(data, path), size, (part) => chunks.add(id, part)) };
  } catch (error) {
    const { code, syscall } = error as NodeJS.ErrnoException;
    // A file that the disk can't read counts as missing, so that everything else is still backed up.
    if (code === "ENOENT" || (code === "EIO" && syscall === "read")) return undefined;
    throw error;
  }
}

function inChunks(file: string, size: number, store: (part: Buffer) => string) {
  const opened = openSync(file, "r");
  try {
    const { size: bytes } = fstatSync(opened);
    const digests = [];
    for (let at = 0; at < bytes; at += size) {
      const part = Buffer.alloc(Math.min(size, bytes - at));
      if (readSync(opened, part, 0, part.length, at) !== part.length) throw new Error(`${file} became shorter`);
      digests.push(store(part));
    }
    return { size: bytes, chunks: digests };
  } finally {
    closeSync(opened);
  }
}
