import type { ArchiveRow } from "../../../../archive/tables.ts";
import { inMilliseconds, seconds } from "../../../../util/time.ts";
import { uploadKey, uploadSpaceUsed } from "../../../files/attachments/public.ts";
import { archiveOf } from "../imports.ts";
import { uploadPathOf } from "../reading/upload-path.ts";
import { insertFile } from "../rows.ts";
import { attachmentAt, insertAttachment } from "./file-rows.ts";
import { LeftOut } from "./table-writer.ts";
import type { Writing } from "./writing.ts";

const MIB = 1_048_576;

/** Writes the row of an uploaded file, whose bytes follow; a picture that another table names has its row there. */
export function writeFile(writing: Writing, row: ArchiveRow<"files">): string | undefined {
  const { realm } = writing;
  if (writing.id("file", row.id) !== undefined) return LeftOut.twice;
  if (row.path_id === undefined) return undefined;
  const { uploadQuotaMib } = realm.config;
  if (uploadQuotaMib !== null && uploadSpaceUsed(realm) + row.size > uploadQuotaMib * MIB) {
    return "files that the organization has no room for";
  }
  const path_id = uploadPathOf(archiveOf(realm, writing.row), row.path_id);
  if (attachmentAt.first(realm.sql, { path_id }) !== undefined) return LeftOut.twice;
  const isDated = row.created_at !== undefined && writing.isPossible(row.created_at);
  const { id } = insertAttachment.one(realm.sql, {
    owner: writing.id("user", row.owner_id) ?? writing.row.user_id,
    path_id,
    name: row.name.replace(/\p{Cc}/gu, "") || "file",
    content_type: row.content_type,
    size: row.size,
    created_at: inMilliseconds(isDated ? seconds(row.created_at ?? 0) : realm.seconds()),
    unclaimed_since: realm.seconds(),
  });
  writing.addId("file", row.id, id);
  const about = JSON.stringify({ sha256: row.sha256, size: row.size, name: row.name, content_type: row.content_type });
  insertFile.run(realm.sql, { member: row.member, kind: "upload", target: id, key: uploadKey(path_id), about });
  return undefined;
}
