import { closeSync, existsSync, fstatSync, openSync, readSync, realpathSync, rmSync, statSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { backup as copyDatabase } from "node:sqlite";
import { BLOBS, blobsIn, isAlarmList, PLAIN_FILES } from "../data-directory/data-files.mjs";
import { isHalfRestored } from "../data-directory/restoring.mjs";
import { Failure } from "../system/failure.mjs";
import { idAt, listBackups, openToWrite, readBackup, writeBackup } from "./backups.mjs";
import { backupsThatNeed, checkShare } from "./check-share.mjs";
import { DATABASE_CHUNK, FILE_CHUNK, openChunks } from "./chunks.mjs";
import { keepOne } from "./keep-one.mjs";
import { prune } from "./prune.mjs";
import { hasTable, pinSnapshot } from "./snapshot.mjs";

/** How many pages are copied at once. */
const PAGES = 500;
/** How often a backup is begun anew because a file was deleted before it was copied. */
const TRIES = 5;

/** @typedef {import("./backups.mjs").StoredFile} StoredFile */
/** @typedef {import("./chunks.mjs").Chunks} Chunks */
/** @typedef {Awaited<ReturnType<typeof pinSnapshot>>} Snapshot */
/**
 * @typedef {object} Wish
 * @property {string} data
 * @property {string} directory
 * @property {string | undefined} organization a subdomain
 * @property {number | undefined} keep
 */

/** Stores a data directory as it is at this instant, while a server may run on it. @param {Wish} wish */
export async function takeBackup({ data: path, directory, organization, keep }) {
  if (!existsSync(join(path, "do"))) throw new Failure(`${path} is no data directory of a server`);
  const data = realpathSync(path);
  if (isHalfRestored(data)) throw new Failure(`${data} holds a part of a backup; restore it first`);
  const target = resolve(directory);
  if ([target, existsSync(target) ? realpathSync(target) : target].some((one) => `${one}/`.startsWith(`${data}/`)))
    throw new Failure(`${directory} lies in the data directory itself: what ends that would end its backups too`, 2);
  const into = openToWrite(directory);
  try {
    const chunks = openChunks(into.directory);
    const id = idAt(new Date());
    // What is damaged is not built on: it is stored again as far as it is still there.
    const checked = checkShare(into.directory, chunks, Date.now());
    const run = { data, id, chunks, temporary: into.temporary, known: knownFiles(into.directory) };
    // What is stored now need not be stored while the instant is held. Of one organization, its files are known only then.
    if (organization === undefined) for (const name of blobsIn(data)) storeBlob(run, name);
    const taken = await storeAll(run, organization);
    for (const pack of checked.damaged) chunks.copyWhole(pack, id);
    chunks.seal();
    const bytes = taken.files.reduce((sum, { size }) => sum + size, 0);
    const backup = { id, only: organization ?? null, ...taken, bytes, added: chunks.written };
    const listed = writeBackup(into.directory, backup);
    chunks.remove(checked.damaged);
    checked.note(checked.damaged);
    chunks.close();
    const lost = new Set([...checked.lost].filter((digest) => !chunks.has(digest)));
    const harmed = backupsThatNeed(into.directory, lost);
    const removed = keep === undefined ? 0 : prune(into.directory, keep);
    return { ...backup, listed, removed, checked, lost: lost.size, harmed };
  } finally {
    rmSync(into.temporary, { recursive: true, force: true });
    into.close();
  }
}

/**
 * @typedef {object} Run
 * @property {string} data
 * @property {string} id
 * @property {Chunks} chunks
 * @property {string} temporary
 * @property {Map<string, StoredFile>} known the files of earlier backups that never change
 */

/** @param {Run} run @param {string | undefined} only */
async function storeAll(run, only) {
  for (let tries = 1; ; tries += 1) {
    const snapshot = await pinSnapshot(run.data, only);
    try {
      if (only !== undefined && snapshot.realms.length === 0) throw new Failure(`there is no organization "${only}"`);
      const blobs = snapshot.files.flatMap((database) => blobsNamed(database, snapshot, only));
      const stored = blobs.map((name) => storeBlob(run, name));
      const missing = stored.filter((file) => file === undefined).length;
      // It was deleted just now; or it is lost, and then everything but it is stored.
      if (missing > 0 && tries < TRIES) continue;
      const databases = await storeDatabases(run, snapshot, only);
      const organizations = snapshot.realms.map(({ path, identity }) => ({
        subdomain: identity.subdomain,
        number: identity.id,
        file: path,
        in_step: !snapshot.behind.has(path),
      }));
      const plain = PLAIN_FILES.filter((name) => only === undefined || (only === "" && name === "zuliprc"));
      const kept = [...plain.map((name) => storeFile(run, name, FILE_CHUNK)), ...stored];
      const files = [...databases, ...kept.filter((file) => file !== undefined)];
      return { at: snapshot.at.toISOString(), organizations, missing, files };
    } finally {
      snapshot.release();
    }
  }
}

/** @param {Run} run @param {Snapshot} snapshot @param {string | undefined} only */
async function storeDatabases({ chunks, id, temporary }, { objects, realms, bulk, files }, only) {
  const wanted = new Set(realms.map(({ path }) => path));
  const pinned = [...objects, ...bulk, ...files].filter(
    ({ path }) => only === undefined || wanted.has(path) || isAlarmList(path) || !path.startsWith("do/"),
  );
  /** @type {StoredFile[]} */
  const stored = [];
  for (const { path, database } of pinned) {
    const copy = join(temporary, "copy.sqlite");
    // The copy is of the transaction that is open: SQLite begins another one only where there is none.
    await copyDatabase(database, copy, { rate: PAGES });
    const [one] = only === undefined ? [] : realms;
    if (one && path !== one.path) keepOne(copy, path, { id: one.identity.id, object: basename(one.path, ".sqlite") });
    stored.push({ path, ...inChunks(copy, DATABASE_CHUNK, (part) => chunks.add(id, part)) });
    rmSync(copy);
  }
  return stored;
}

/** The files that R2's list names. @param {Snapshot["files"][number]} list @param {Snapshot} snapshot @param {string | undefined} only */
function blobsNamed({ database }, { realms }, only) {
  if (!hasTable(database, "_mf_objects")) return [];
  const named = database.prepare(
    `SELECT blob_id FROM _mf_objects WHERE blob_id IS NOT NULL AND key GLOB ?1
     UNION SELECT p.blob_id FROM _mf_multipart_parts p JOIN _mf_multipart_uploads u USING (upload_id) WHERE u.key GLOB ?1`,
  );
  const [one] = realms;
  return named.all(only === undefined || !one ? "*" : `${one.identity.id}/*`).map((row) => String(row["blob_id"]));
}

/** @param {Run} run @param {string} name */
function storeBlob(run, name) {
  const path = `${BLOBS}/${name}`;
  const known = run.known.get(path);
  // One that is still being written grows.
  const { size } = statSync(join(run.data, path), { throwIfNoEntry: false }) ?? {};
  if (size !== undefined && known?.size === size && known.chunks.every(run.chunks.has)) return known;
  const stored = storeFile(run, path, FILE_CHUNK);
  if (stored) run.known.set(path, stored);
  return stored;
}

/** Stores a file as it is; undefined where it is not there. @param {Run} run @param {string} path @param {number} size */
function storeFile({ data, chunks, id }, path, size) {
  try {
    return { path, ...inChunks(join(data, path), size, (part) => chunks.add(id, part)) };
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === "ENOENT") return undefined;
    throw error;
  }
}

/** @param {string} file @param {number} size @param {(part: Buffer) => string} store */
function inChunks(file, size, store) {
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

/** @param {string} directory */
function knownFiles(directory) {
  const [newest] = listBackups(directory).slice(-1);
  // Where the list is damaged, all is read again.
  const files = (newest && readBackup(directory, newest, { accepts: true })?.files) || [];
  return new Map(files.filter(({ path }) => path.startsWith(BLOBS)).map((file) => [file.path, file]));
}
