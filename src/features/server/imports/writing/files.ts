import { archiveLimits } from "../../../../archive/archive-limits.ts";
import type { ArchiveRow } from "../../../../archive/tables.ts";
import { limits } from "../../../../protocol/limit-table.ts";
import { inMilliseconds, seconds } from "../../../../util/time.ts";
import { uploadKey, uploadSpaceUsed } from "../../../files/attachments/public.ts";
import { archiveOf } from "../imports.ts";
import { uploadPathOf } from "../reading/upload-path.ts";
import { fileOfMember, insertFile, insertLater } from "../rows.ts";
import { countFiles, insertAttachment, LINKS } from "./file-rows.ts";
import { LeftOut } from "./table-writer.ts";
import type { Writing } from "./writing.ts";

const MIB = 1_048_576;
/** The paths that files have from now on. */
export const PATHS = "paths of files";

/** Writes the row of an uploaded file, whose bytes follow; a picture that another table names has its row there. */
export function writeFile(writing: Writing, row: ArchiveRow<"files">): string | undefined {
  const { realm } = writing;
  if (writing.id("file", row.id) !== undefined) return LeftOut.twice;
  if (row.path_id === undefined) return undefined;
  const { noted } = writing;
  const { uploadQuotaMib } = realm.config;
  const used = noted.number("upload space", () => uploadSpaceUsed(realm)) + row.size;
  if (uploadQuotaMib !== null && used > uploadQuotaMib * MIB) return "files that the organization has no room for";
  const path_id = uploadPathOf(archiveOf(realm, writing.row), row.path_id);
  if (noted.find(PATHS, path_id) !== undefined) return LeftOut.twice;
  if (fileOfMember.first(realm.sql, { member: row.member }) !== undefined) return LeftOut.twice;
  const known = writing.id("user", row.owner_id);
  const owner = known ?? writing.row.user_id;
  const files = noted.number(`files of ${owner}`, () => countFiles.one(realm.sql, { owner }).count) + 1;
  if (files > limits.account.attachments) return LeftOut.tooMany;
  if (known === undefined && row.owner_id !== null)
    writing.leftOut("owners of files who are not in the archive", `files ${row.id}`);
  noted.take(PATHS, path_id);
  noted.set("upload space", used);
  noted.set(`files of ${owner}`, files);
  const isDated = row.created_at !== undefined && writing.isPossible(row.created_at);
  const id = writing.made("file", row.id, () => {
    const { id: inserted } = insertAttachment.one(realm.sql, {
      owner,
      path_id,
      name: row.name.replace(/\p{Cc}/gu, "") || "file",
      content_type: row.content_type,
      size: row.size,
      created_at: inMilliseconds(isDated ? seconds(row.created_at ?? 0) : realm.seconds()),
      unclaimed_since: realm.seconds(),
    });
    if (row.links !== undefined && row.links.length < archiveLimits.links_of_file)
      insertLater.run(realm.sql, { kind: LINKS, id: inserted, value: JSON.stringify(row.links) });
    return inserted;
  });
  const about = JSON.stringify({ sha256: row.sha256, size: row.size, name: row.name, content_type: row.content_type });
  insertFile.run(realm.sql, { member: row.member, kind: "upload", target: id, key: uploadKey(path_id), about });
  return undefined;
}
