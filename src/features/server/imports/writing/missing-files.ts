import { archiveOf } from "../imports.ts";
import { uploadPathsIn } from "../reading/rewrite-references.ts";
import { uploadPathOf } from "../reading/upload-path.ts";
import { PATHS } from "./files.ts";
import type { ValidLine } from "./table-writer.ts";
import type { Writing } from "./writing.ts";

/** Says which messages link to uploaded files that the archive does not have: their links lead nowhere. */
export function noteMissingFiles(writing: Writing, lines: readonly ValidLine<"messages">[]): void {
  const { realm, noted, facts } = writing;
  const { origin } = facts;
  const archive = archiveOf(realm, writing.row);
  for (const { row, place } of lines) {
    if (!row.content.includes("user_uploads/")) continue;
    // While it is written, a text has the new paths already.
    const paths = writing.writes
      ? uploadPathsIn(row.content, realm.url)
      : uploadPathsIn(row.content, origin).map((path) => uploadPathOf(archive, path));
    if (paths.some((path) => noted.find(PATHS, path) === undefined))
      writing.leftOut("messages with links to files that are not in the archive", place);
  }
}
