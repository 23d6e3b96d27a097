import { toMessageId } from "../../../../protocol/ids.ts";
import type { Realm } from "../../../../realm/realm.ts";
import { uploadKey } from "../../../files/attachments/public.ts";
import { discardFile } from "../../../files/storage/public.ts";
import { removeMessages } from "../../../messages/messages/public.ts";
import { forgetLastSeen } from "../../../people/presence/public.ts";
import { endAllQueues, endImport } from "../imports.ts";
import { type ImportRow, setProgress, takeFiles } from "../rows.ts";
import { dropKept } from "./kept.ts";
import { deleteAttachments, KEPT_TABLES, messagesBetween, newAttachments, restoreTable } from "./undo-rows.ts";

const MESSAGES_AT_ONCE = 200;
const FILES_AT_ONCE = 500;

/** Takes back some of what an import has written: its messages, its files, and at last all the rest at once. */
export function undoStep(realm: Realm, row: ImportRow): void {
  const { id, before_message, first_message, last_message } = row;
  const [first, last] = [before_message + 1, before_message + 1 + last_message - first_message];
  const messages = messagesBetween.all(realm.sql, { first, last, most: MESSAGES_AT_ONCE });
  if (messages.length > 0) {
    removeMessages(
      realm,
      messages.map((message) => toMessageId(message.id)),
    );
    return;
  }
  const uploads = newAttachments.all(realm.sql, { most: FILES_AT_ONCE });
  if (uploads.length > 0) {
    for (const { path_id } of uploads) discardFile(realm, uploadKey(path_id));
    deleteAttachments.run(realm.sql, { ids: JSON.stringify(uploads.map((upload) => upload.id)) });
    return;
  }
  const files = takeFiles.all(realm.sql, { most: FILES_AT_ONCE });
  if (files.length > 0) {
    for (const { key } of files) discardFile(realm, key);
    return;
  }
  for (const table of KEPT_TABLES) restoreTable(realm.sql, table);
  dropKept(realm);
  setProgress.run(realm.sql, { id, position: null, done: 0, report: row.report });
  endImport(realm, row, "cancelled");
  realm.forgetAll();
  forgetLastSeen(realm);
  endAllQueues(realm);
}
