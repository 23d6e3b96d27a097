import type { Realm } from "../../../../realm/realm.ts";
import { discardFile } from "../../../files/storage/files.ts";
import { deleteMembers, holdFile, isHeld, releaseHeld } from "./rows.ts";

/** The files that a piece under way reads, and those that were discarded since it began. */
class PieceFiles {
  readonly reading = new Set<string>();
  readonly gone = new Set<string>();
}

const underWay = new WeakMap<Realm, Set<PieceFiles>>();
const piecesOf = (realm: Realm) => [...(underWay.get(realm) ?? [])];

/**
 * Runs what reads files of the store for an archive. `claim` says of each whether it is still there, and from then on it
 * stays, until the change that adds it to the archive, and as long as the archive lives.
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

/** Whether an archive has a file that nothing else needs any more, or is about to: then it is deleted when the archive is. */
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

/** The number of rows that are deleted in one change. */
const DELETE_BATCH_ROWS = 500;

/** Forgets some of the members of an archive that has ended, and returns whether there may be more. */
export const forgetMembers = (realm: Realm, archive: number): boolean =>
  deleteMembers.all(realm.sql, { archive, most: DELETE_BATCH_ROWS }).length === DELETE_BATCH_ROWS;

/** Deletes some of the files that were held for archives of which none is left; returns whether there may be more. */
export function releaseFiles(realm: Realm): boolean {
  const reading = JSON.stringify(piecesOf(realm).flatMap((piece) => [...piece.reading]));
  const released = releaseHeld.all(realm.sql, { reading, most: DELETE_BATCH_ROWS });
  for (const { key } of released) discardFile(realm, key);
  return released.length === DELETE_BATCH_ROWS;
}
