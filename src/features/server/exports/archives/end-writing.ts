import type { Realm } from "../../../../realm/realm.ts";
import { endExport } from "../exports.ts";
import { exportById } from "../rows.ts";
import { endArchive } from "./archives.ts";
import type { ArchiveRow } from "./rows.ts";

/** Ends the writing of an archive, and the export that administrators see, if it is one. */
export function endWriting(realm: Realm, archive: ArchiveRow, state: "done" | "failed"): void {
  endArchive(realm, archive, state);
  const { export_id: id } = archive;
  const row = id === null ? undefined : exportById.first(realm.sql, { id });
  if (row !== undefined) endExport(realm, row, state);
}
