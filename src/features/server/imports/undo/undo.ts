import type { Realm } from "../../../../realm/realm.ts";
import { discardFile } from "../../../files/storage/files.ts";
import { archivesOf } from "../archive-parts.ts";
import { endAllQueues, endImport, messageRange } from "../imports.ts";
import { type ImportRow, setProgress, takeFiles } from "../rows.ts";
import { restoreKept, rowsBefore } from "./undo-rows.ts";

const FILES_AT_ONCE = 500;

/** Takes back some of what an import has written: its messages, its files, and at last all the rest at once. */
export function undoStep(realm: Realm, row: ImportRow): void {
  const undoing = { realm, messages: messageRange(row), before: (table: string) => rowsBefore(realm, table) };
  const archives = archivesOf(realm).toReversed();
  if (archives.some((archive) => archive.undoSome?.(undoing))) return;
  const files = takeFiles.all(realm.sql, { most: FILES_AT_ONCE });
  if (files.length > 0) {
    for (const { key } of files) discardFile(realm, key);
    return;
  }
  restoreKept(realm);
  setProgress.run(realm.sql, { id: row.id, position: null, done: 0, report: row.report });
  endImport(realm, row, "cancelled");
  realm.forgetAll();
  for (const archive of archives) archive.undone?.(realm);
  endAllQueues(realm);
}
