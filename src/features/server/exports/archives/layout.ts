import { MANIFEST_MEMBER } from "../../../../archive/manifest.ts";
import { TAR_END, tarSize } from "../../../../archive/tar.ts";
import type { Realm } from "../../../../realm/realm.ts";
import { archiveKey } from "./archives.ts";
import { type ArchiveRow, type MemberRow, membersFrom } from "./rows.ts";

/** The manifest as a member. */
const manifestOf = (archive: ArchiveRow) => ({ name: MANIFEST_MEMBER, size: archive.manifest_size });

/** The size of the tar. */
export const archiveSize = (archive: ArchiveRow): number =>
  tarSize(manifestOf(archive)) + archive.pieces_size + archive.files_size + TAR_END.length;

/** The number of members that are told at once. */
const MEMBERS_PER_STEP = 500;

/** The members of a tar from the one on that has a byte; none where only the end of the tar is left. */
export function membersAt(realm: Realm, archive: ArchiveRow, from: number): MemberRow[] {
  const pieces = tarSize(manifestOf(archive));
  const files = pieces + archive.pieces_size;
  const next = (is_file: boolean, start: number, most: number) =>
    membersFrom
      .all(realm.sql, { archive: archive.id, is_file, from: Math.max(0, from - start), most })
      .map((member) => ({ ...member, at: member.at + start }));
  const isWithin = ({ at, name, size }: MemberRow) => at + tarSize({ name, size }) > from;
  const manifest = { ...manifestOf(archive), at: 0, key: archiveKey(realm, archive, "manifest") };
  const found = [...(from < pieces ? [manifest] : []), ...(from < files ? next(false, pieces, MEMBERS_PER_STEP) : [])];
  const more = found.length < MEMBERS_PER_STEP ? next(true, files, MEMBERS_PER_STEP) : [];
  return [...found, ...more].filter(isWithin);
}
