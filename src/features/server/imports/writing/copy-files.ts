import * as v from "valibot";
import { stored } from "../../../../database/stored.ts";
import type { Realm } from "../../../../realm/realm.ts";
import { gravatarHash } from "../../../organization/users/public.ts";
import { archiveOf } from "../imports.ts";
import { nextPhase } from "../position.ts";
import type { FileToStore, ImporterPort, StoredFile, StoredMember } from "../reading/importer-port.ts";
import { deleteId, filesMissing, filesOfMembers, type ImportFileRow, setFileDone } from "../rows.ts";
import { deleteAttachment, deleteEmoji, emailOf, setAnimated, setImage, setNoPicture } from "./file-rows.ts";
import { putSetting } from "./organization-rows.ts";
import type { Writing } from "./writing.ts";

/** One step copies so many files, but no more than so many bytes, except where a single one is larger. */
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

/** Copies the next files out of the archive, or looks at what they are. Returns why the archive cannot be read, if so. */
export async function copyFiles(
  realm: Realm,
  importer: ImporterPort,
  writing: Writing,
  advance: (change: () => void) => void,
): Promise<string | undefined> {
  const archive = archiveOf(realm, writing.row);
  const found = await importer.files(archive, writing.position.file, FILES_AT_ONCE);
  if ("problem" in found) return found.problem;
  const members = withinBytes(found.members);
  const rows = rowsOf(realm, members);
  const wanted = members.flatMap((member) => {
    const row = rows.get(member.name);
    return row === undefined || row.kind === "still" ? [] : [{ member, row }];
  });
  const fitting = wanted.filter(({ member, row }) => (readAbout(row.about).size ?? member.size) === member.size);
  const files = fitting.map(({ member, row }) => fileToStore(member, row));
  const stored = writing.writes ? await importer.store(archive, files) : await importer.verify(archive, files);
  if ("problem" in stored) return stored.problem;
  advance(() => {
    const results = new Map(fitting.map(({ row }, index) => [row, stored[index]]));
    for (const { row, member } of wanted) {
      const result = results.get(row) ?? { problem: "files that are not what their rows tell" };
      settle(writing, row, result);
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

const rowsOf = (realm: Realm, members: readonly StoredMember[]): ReadonlyMap<string, ImportFileRow> => {
  const names = JSON.stringify(members.map(({ name }) => name));
  return new Map(filesOfMembers.all(realm.sql, { members: names }).map((row) => [row.member, row]));
};

function fileToStore(member: StoredMember, { kind, key, about }: ImportFileRow): FileToStore {
  const { sha256, name, content_type, file } = readAbout(about);
  const stillKey = kind === "emoji" ? key.replace(/[^/]+$/, (last) => `still/${file || last}`) : null;
  return { member, key, sha256: sha256 ?? null, name, content_type, picture: pictureOf(kind), stillKey };
}

const pictureOf = (kind: string): FileToStore["picture"] =>
  kind === "avatar" || kind === "emoji" || kind === "picture" ? kind : null;

/** Notes in a file's row what it turned out to be, or takes the row back where there is no such file. */
function settle(
  { realm, writes, report }: Writing,
  { member, kind, target: id, about }: ImportFileRow,
  result: StoredFile,
): void {
  setFileDone.run(realm.sql, { member });
  const { setting, file } = readAbout(about);
  const image = "problem" in result ? null : result.image;
  if (kind === "emoji" && image === null) {
    // Reactions with it are then left out too.
    deleteId.run(realm.sql, { kind: "emoji", id });
    report.tookBack("custom_emoji");
  }
  if (kind === "upload" && "problem" in result) report.tookBack("files");
  if (!writes) return;
  if (kind === "upload") {
    if ("problem" in result) deleteAttachment.run(realm.sql, { id });
    else {
      const { width = null, height = null, animated = false } = image ?? {};
      setImage.run(realm.sql, { id, content_type: result.content_type, width, height, animated });
    }
  } else if (kind === "emoji") {
    if (image === null) deleteEmoji.run(realm.sql, { id });
    else setAnimated.run(realm.sql, { id, animated: image.animated, file });
  } else if (kind === "avatar" && image === null) {
    const { delivery_email } = emailOf.one(realm.sql, { id });
    setNoPicture.run(realm.sql, { id, hash: gravatarHash(delivery_email) });
  } else if (kind === "picture" && image !== null) {
    putSetting.run(realm.sql, { name: setting, value: JSON.stringify(file) });
  }
}

const MISSING_AT_ONCE = 1000;

/** Takes back the rows of files that the archive does not have, and goes on. */
function endFiles(writing: Writing): void {
  const { realm, facts, position } = writing;
  const missing = filesMissing.all(realm.sql, { most: MISSING_AT_ONCE });
  for (const row of missing) {
    settle(writing, row, { problem: "" });
    writing.leftOut("files that the archive does not have", row.member);
  }
  realm.forgetAll();
  if (missing.length === MISSING_AT_ONCE) writing.toPosition({ file: position.file }, writing.row.done);
  else writing.toPhase(nextPhase(facts, position.phase));
}
