import type { Realm } from "../../../../realm/realm.ts";
import { discardFile } from "../../../files/storage/files.ts";
import { deleteMembers, holdFile, isHeld, releaseHeld } from "./rows.ts";

/** Files read by a piece in progress, and files discarded since it started. */
class PieceFiles {
  readonly reading = new Set<string>();
  readonly gone = new Set<string>();
}

const underWay = new WeakMap<Realm, Set<PieceFiles>>();
const piecesOf = (realm: Realm) => [...(underWay.get(realm) ?? [])];

/**
 * Runs something that reads stored files for an archive. `claim` returns whether a file still exists. From then on, the
 * file stays until the change that adds it to the archive, and as long as the archive exists.
 */
export async function readingFiles<T>(realm: Realm, read: (claim: (key: string) => boolean) => Promise<T>): Promise<T> {
  const files = new PieceFiles();
  const all = underWay.get(realm) ?? new Set();
  underWay.set(realm, all.add(files));
  try {
    return await read((key) => {
      if (files.gone.has(key)) return false;
      files.reading.add(key);
      return true;
    });
  } finally {
    all.delete(files);
  }
}

/**
 * True if an archive has, or is about to have, a file that nothing else needs anymore. The file is then deleted with
 * the archive.
 */
export function holdForArchives(realm: Realm, key: string): boolean {
  const pieces = piecesOf(realm);
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
export const forgetMembers = (realm: Realm, archive: number): boolean =>
  deleteMembers.all(realm.sql, { archive, most: DELETE_BATCH_ROWS }).length === DELETE_BATCH_ROWS;

/** Deletes a batch of the files kept for archives that no longer exist. Returns whether there may be more. */
export function releaseFiles(realm: Realm): boolean {
  const reading = JSON.stringify(piecesOf(realm).flatMap((piece) => [...piece.reading]));
  const released = releaseHeld.all(realm.sql, { reading, most: DELETE_BATCH_ROWS });
  for (const { key } of released) discardFile(realm, key);
  return released.length === DELETE_BATCH_ROWS;
}
