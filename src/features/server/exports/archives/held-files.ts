import * as v from "valibot";
import { job } from "../../../../realm/job.ts";
import { inMemory, type Realm } from "../../../../realm/realm.ts";
import { deleteKeys } from "../../../files/storage/drop-files.ts";
import { discardFile } from "../../../files/storage/files.ts";
import { archiveKey, endKept } from "./archives.ts";
import { MAX_MEMBERS } from "./kinds.ts";
import { archiveById, deleteArchive, deleteMembers, holdFile, isHeld, releaseHeld } from "./rows.ts";

/** Keys of the files that a piece in progress reads, and of files discarded since the piece was started. */
class PieceFiles {
  readonly reading = new Set<string>();
  readonly gone = new Set<string>();
}

const underWay = inMemory(() => new Set<PieceFiles>());

/**
 * Runs `read`, which reads stored files for an archive. It must first call `claim`, which returns false if a file no
 * longer exists. A claimed file is kept until the change that adds it to the archive, and then for as long as the
 * archive exists.
 */
export async function readingFiles<T>(realm: Realm, read: (claim: (key: string) => boolean) => Promise<T>): Promise<T> {
  const files = new PieceFiles();
  underWay(realm).add(files);
  try {
    return await read((key) => {
      if (files.gone.has(key)) return false;
      files.reading.add(key);
      return true;
    });
  } finally {
    underWay(realm).delete(files);
  }
}

/**
 * Called when nothing else needs a file. Returns true if an archive contains it or is about to. The file is then
 * deleted with the archive.
 */
export function holdForArchives(realm: Realm, key: string): boolean {
  const pieces = [...underWay(realm)];
  const isRead = pieces.some(({ reading }) => reading.has(key));
  if (!isRead && isHeld.first(realm.sql, { key }) === undefined) {
    for (const { gone } of pieces) gone.add(key);
    return false;
  }
  holdFile.run(realm.sql, { key });
  return true;
}

const DELETE_BATCH_ROWS = 500;

/** Deletes a batch of an ended archive's members. Returns whether there may be more. */
const forgetMembers = (realm: Realm, archive: number): boolean =>
  deleteMembers.all(realm.sql, { archive, most: DELETE_BATCH_ROWS }).length === DELETE_BATCH_ROWS;

/** Deletes a batch of the files kept for archives that no longer exist. Returns whether there may be more. */
function releaseFiles(realm: Realm): boolean {
  const reading = JSON.stringify([...underWay(realm)].flatMap((piece) => [...piece.reading]));
  const released = releaseHeld.all(realm.sql, { reading, most: DELETE_BATCH_ROWS });
  for (const { key } of released) discardFile(realm, key);
  return released.length === DELETE_BATCH_ROWS;
}

const YIELD_MS = 1;
const KEYS_AT_ONCE = 1000;
const payloadSchema = v.object({ id: v.number() });

/** Job: deletes an archive's pieces and manifest, and the files that were only kept for it. */
export const forgetArchive = job(payloadSchema, async ({ realm, env }, { id }) => {
  const archive = archiveById.first(realm.sql, { id });
  if (archive === undefined) return;
  // Keys are derived from piece numbers, so this also deletes incomplete pieces, which have no rows.
  const pieces = archive.pieces + MAX_MEMBERS;
  for (let from = 0; from < pieces; from += KEYS_AT_ONCE) {
    const length = Math.min(KEYS_AT_ONCE, pieces - from);
    await deleteKeys(
      env.UPLOADS,
      Array.from({ length }, (_, piece) => archiveKey(realm, archive, from + piece)),
    );
  }
  await deleteKeys(env.UPLOADS, [archiveKey(realm, archive, "manifest")]);
  while (realm.change(() => forgetMembers(realm, id))) await scheduler.wait(YIELD_MS);
  while (realm.change(() => releaseFiles(realm))) await scheduler.wait(YIELD_MS);
  if (archive.subject !== null && archive.state === "ended") realm.change(() => deleteArchive.run(realm.sql, { id }));
});

/** Job: ends an expired archive. */
export const endArchiveLater = job(payloadSchema, ({ realm }, { id }) => realm.change(() => endKept(realm, id)));
