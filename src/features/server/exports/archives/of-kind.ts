import type { Realm } from "../../../../realm/realm.ts";
import { randomToken } from "../../../../util/random.ts";
import { newestMessageId } from "../../../conversations/conversations.ts";
import { endArchive, TOKEN_LENGTH, WRITE_ARCHIVE_JOB } from "./archives.ts";
import type { ArchiveKind } from "./kinds.ts";
import { type ArchiveRow, archivesOfKind, fileTotals, insertOfKind, membersAfter } from "./rows.ts";

export function beginOfKind(realm: Realm, { name: kind, first, changed }: ArchiveKind, subject: number): ArchiveRow {
  const archive = insertOfKind.one(realm.sql, {
    kind,
    subject,
    token: randomToken(realm.random, TOKEN_LENGTH),
    started_at: realm.clock.milliseconds(),
    newest_message: newestMessageId(realm),
    at_source: first,
  });
  realm.outbox.add(WRITE_ARCHIVE_JOB, { id: archive.id, piece: 0 });
  changed?.(realm, archive, "running");
  return archive;
}

/** Returns the existing archives of a kind for an account or an export, oldest first. */
export const archivesOf = (realm: Realm, { name: kind }: ArchiveKind, subject: number): ArchiveRow[] =>
  archivesOfKind.all(realm.sql, { kind, subject }).filter(({ state }) => state !== "ended");

/** Ends the archives of a kind for an account or an export, and deletes their stored data. */
export function endOfKind(realm: Realm, kind: ArchiveKind, subject: number): void {
  for (const archive of archivesOf(realm, kind, subject)) endArchive(realm, archive, "ended");
}

/** Returns the members of an archive whose names come after `after`, in order, with their digests. Includes files. */
export const membersOf = (realm: Realm, { id }: ArchiveRow, after: string, most: number) =>
  membersAfter.all(realm.sql, { archive: id, after, most });

/** Returns the number of an archive's files, their total size, and how many files were missing from the store. */
export const filesOfArchive = (realm: Realm, { id, missing }: ArchiveRow) => ({
  ...fileTotals.one(realm.sql, { archive: id }),
  missing,
});
