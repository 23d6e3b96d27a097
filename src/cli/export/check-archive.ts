import { openAsBlob } from "node:fs";
import { ArchiveError } from "../../archive-format/archive-error.ts";
import { digestOfSource } from "../../archive-format/digest.ts";
import { openArchive, tablesOf } from "../../archive-format/read.ts";
import { Failure } from "../os/failure.ts";

/**
 * Reads a whole archive. Throws unless every row is valid and every digest correct.
 *
 * @returns the number of rows, the number of files, and the number of files that the server had lost
 */
export async function checkArchive(file: string) {
  try {
    return await check(file);
  } catch (error) {
    if (error instanceof ArchiveError) throw new Failure(`${file} is damaged: ${error.message}`);
    throw error;
  }
}

async function check(file: string) {
  const archive = await openArchive(await openAsBlob(file));
  const wanted = new Map<string, { size: number; sha256: string }>();
  let rows = 0;
  for (const table of tablesOf(archive)) {
    for await (const { place, ...one } of archive.rows(table)) {
      if ("problem" in one) throw new ArchiveError(`A row is not valid: ${one.problem}`, place);
      rows += 1;
      if (table === "files" && "sha256" in one.row) wanted.set(one.row.member, one.row);
    }
  }
  let files = 0;
  for await (const member of archive.files()) {
    const row = wanted.get(member.name);
    if (row === undefined) throw new ArchiveError("A file has no row", { member: member.name });
    if (row.size !== member.size || (await digestOfSource(archive.content(member))) !== row.sha256) {
      throw new ArchiveError("A file is not what its row says", { member: member.name });
    }
    files += 1;
  }
  if (files !== archive.manifest.files.count) throw new ArchiveError("The archive has not all its files");
  return { rows, files, missing: archive.manifest.files.missing };
}
