import * as v from "valibot";
import { stored } from "../../../../database/stored.ts";
import type { ArchiveFiles, CopiedFile } from "../../../../realm/archive-io/feature-archive.ts";
import type { Realm } from "../../../../realm/realm.ts";
import { filesOfKind } from "../archive-parts.ts";
import { archiveOf } from "../imports.ts";
import { nextPhase } from "../position.ts";
import type { FileToStore, ImporterPort, StoredMember } from "../reading/importer-port.ts";
import { filesMissing, filesOfMembers, type ImportFileRow, setFileDone } from "../rows.ts";
import type { ImportStep } from "./import-step.ts";

/** Maximum number of files, and of their bytes, copied per step. A larger file is copied alone. */
const FILES_AT_ONCE = 50;
const BYTES_AT_ONCE = 20_000_000;

const aboutSchema = v.object({
  sha256: v.optional(v.string()),
  size: v.optional(v.number()),
  name: v.optional(v.string(), "file"),
  content_type: v.optional(v.string(), ""),
  setting: v.optional(v.string(), ""),
  file: v.optional(v.string(), ""),
  hash: v.optional(v.string(), ""),
});
const readAbout = stored("import_files.about", aboutSchema, () => v.parse(aboutSchema, {}));

/** Copies the next files from the archive, or only checks them. Returns the reason if the archive can't be read. */
export async function copyFiles(
  realm: Realm,
  importer: ImporterPort,
  writing: ImportStep,
  advance: (change: () => void) => void,
): Promise<string | undefined> {
  const archive = archiveOf(realm, writing.row);
  const found = await importer.files(archive, writing.position.file, FILES_AT_ONCE);
  if ("problem" in found) return found.problem;
  const members = withinBytes(found.members);
  const rows = fileRows(realm, members);
  const wanted = members.flatMap((member) => {
    const row = rows.get(member.name);
    const kind = row && filesOfKind(realm, row.kind);
    return row === undefined || kind === undefined ? [] : [{ member, row, kind }];
  });
  const fitting = wanted.filter(({ member, row }) => (readAbout(row.about).size ?? member.size) === member.size);
  const files = fitting.map(({ member, row, kind }) => fileToStore(member, row, kind));
  const stored = writing.writes ? await importer.store(archive, files) : await importer.verify(archive, files);
  if ("problem" in stored) return stored.problem;
  advance(() => {
    const results = new Map(fitting.map(({ row }, index) => [row, stored[index]]));
    for (const { row, member, kind } of wanted) {
      const result = results.get(row) ?? { problem: "files that are not what their rows tell" };
      finishFile(writing, row, kind, result);
      if ("problem" in result) writing.leftOut(result.problem, member.name);
    }
    for (const member of members) {
      writing.report.read("file contents");
      if (!rows.has(member.name)) writing.leftOut("files that no row names", member.name);
      else writing.report.wrote("file contents");
    }
    const last = members.at(-1);
    if (!found.isEnd || members.length < found.members.length) {
      writing.toPosition({ file: last?.next ?? null }, writing.row.done + members.length);
      return;
    }
    endFiles(writing);
  });
  return undefined;
}

function withinBytes(members: readonly StoredMember[]): StoredMember[] {
  let bytes = 0;
  const end = members.findIndex(({ size }, index) => {
    bytes += size;
    return index > 0 && bytes > BYTES_AT_ONCE;
  });
  return members.slice(0, end < 0 ? members.length : end);
}

const fileRows = (realm: Realm, members: readonly StoredMember[]): ReadonlyMap<string, ImportFileRow> => {
  const names = JSON.stringify(members.map(({ name }) => name));
  return new Map(filesOfMembers.all(realm.sql, { members: names }).map((row) => [row.member, row]));
};

function fileToStore(member: StoredMember, { key, about }: ImportFileRow, kind: ArchiveFiles): FileToStore {
  const known = readAbout(about);
  const { sha256, name, content_type } = known;
  const stillKey = kind.stillKey?.(key, known) ?? null;
  return { member, key, sha256: sha256 ?? null, name, content_type, picture: kind.picture, stillKey };
}

/**
 * Has the feature store a copied file's details, or remove the file's row if the file is missing or couldn't be copied.
 */
function finishFile(
  writing: ImportStep,
  { member, target, about }: ImportFileRow,
  kind: ArchiveFiles,
  result: CopiedFile,
): void {
  setFileDone.run(writing.realm.sql, { member });
  kind.settle(writing, target, result, readAbout(about));
}

const MISSING_AT_ONCE = 1000;

/** Removes the rows of files the archive doesn't contain, and moves to the next phase. */
function endFiles(writing: ImportStep): void {
  const { realm, facts, position } = writing;
  const missing = filesMissing.all(realm.sql, { most: MISSING_AT_ONCE });
  for (const row of missing) {
    const kind = filesOfKind(realm, row.kind);
    if (kind !== undefined) finishFile(writing, row, kind, { problem: "" });
    else setFileDone.run(realm.sql, { member: row.member });
    writing.leftOut("files that the archive does not have", row.member);
  }
  realm.forgetAll();
  if (missing.length === MISSING_AT_ONCE) writing.toPosition({ file: position.file }, writing.row.done);
  else writing.toPhase(nextPhase(facts, position.phase));
}
