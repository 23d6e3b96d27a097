import { MANIFEST_MEMBER } from "../../../../archive-format/manifest.ts";
import { TAR_END, tarSize } from "../../../../archive-format/tar.ts";
import type { Realm } from "../../../../realm/realm.ts";
import { archiveKey } from "./archives.ts";
import { type ArchiveRow, type MemberRow, membersFrom } from "./rows.ts";

const manifestOf = (archive: ArchiveRow) => ({ name: MANIFEST_MEMBER, size: archive.manifest_size });

export const archiveSize = (archive: ArchiveRow): number =>
  tarSize(manifestOf(archive)) + archive.pieces_size + archive.files_size + TAR_END.length;

/** Maximum members returned at once. */
const MEMBERS_PER_STEP = 500;

/**
 * Returns the members of a tar, starting with the one that contains a byte. Returns none if only the end of the tar is
 * left.
 */
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
