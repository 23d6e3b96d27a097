import type { Realm } from "../../../realm/realm.ts";
import { addToSums, deleteHeldBy, filesBesides, insertHeldBy, sizesOf } from "./rows.ts";

/** Adds versions to a hold that doesn't retain them yet, and to its totals. Insert the files of the versions first. */
export function addVersions(realm: Realm, hold: number, versions: readonly number[]): void {
  if (versions.length === 0) return;
  const ids = JSON.stringify(versions);
  const { files, bytes } = filesBesides.one(realm.sql, { hold, ids });
  insertHeldBy.run(realm.sql, { hold, ids });
  const size = sizesOf.one(realm.sql, { ids }).bytes;
  addToSums.run(realm.sql, { id: hold, versions: versions.length, files, bytes: size + bytes });
}

export function removeVersions(realm: Realm, hold: number, versions: readonly number[]): void {
  if (versions.length === 0) return;
  const ids = JSON.stringify(versions);
  deleteHeldBy.run(realm.sql, { hold, ids });
  const { files, bytes } = filesBesides.one(realm.sql, { hold, ids });
  const size = sizesOf.one(realm.sql, { ids }).bytes;
  addToSums.run(realm.sql, { id: hold, versions: -versions.length, files: -files, bytes: -size - bytes });
}
