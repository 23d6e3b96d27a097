import { MANIFEST_MEMBER } from "../../../../archive-format/manifest.ts";
import { TAR_END, tarSize } from "../../../../archive-format/tar.ts";
import type { Realm } from "../../../../realm/realm.ts";
import { randomToken } from "../../../../util/random.ts";
import { after, days, inMilliseconds } from "../../../../util/time.ts";
import { newestMessageId } from "../../../conversations/conversations.ts";
import type { ExportScope } from "../export-filter.ts";
import { findArchiveKind } from "../hooks.ts";
import { sourcesOf } from "../sources/sources.ts";
import type { ArchiveRow, MemberRow } from "./rows.ts";
import * as rows from "./rows.ts";

export const WRITE_ARCHIVE_JOB = "write-archive";
export const FORGET_ARCHIVE_JOB = "forget-archive";
export const END_ARCHIVE_JOB = "end-archive";

export const TOKEN_LENGTH = 32;
/** How long a completed archive without an `export_id` is kept. Administrators delete the others. */
const KEPT_MS = inMilliseconds(days(7));

interface ArchiveRequest {
  readonly export_id: number | null;
  readonly scope: ExportScope;
  readonly secrets: boolean;
  /** Secret part of the URL. If undefined, a new one is generated. */
  readonly token?: string;
}

/** Starts an archive, which jobs in the outbox then write piece by piece. */
export function beginArchive(realm: Realm, { export_id, scope, secrets, token }: ArchiveRequest): ArchiveRow {
  const archive = rows.insertArchive.one(realm.sql, {
    export_id,
    scope,
    secrets,
    token: token ?? randomToken(realm.random, TOKEN_LENGTH),
    started_at: realm.clock.milliseconds(),
    newest_message: newestMessageId(realm),
    at_source: sourcesOf(realm)[0]?.name ?? "",
  });
  realm.outbox.add(WRITE_ARCHIVE_JOB, { id: archive.id, piece: 0 });
  return archive;
}

/** Marks an archive as done, failed or ended. Deletes its stored data unless `state` is "done". */
export function endArchive(realm: Realm, archive: ArchiveRow, state: "done" | "failed" | "ended"): void {
  const { id, export_id } = archive;
  const now = realm.clock.milliseconds();
  rows.setState.run(realm.sql, { id, state, ended_at: now });
  if (state !== "done") realm.outbox.add(FORGET_ARCHIVE_JOB, { id });
  else if (export_id === null) realm.outbox.add(END_ARCHIVE_JOB, { id }, after(now, KEPT_MS));
  findArchiveKind(realm, archive)?.changed?.(realm, archive, state);
}

/** Deletes an archive that has expired. */
export function endKept(realm: Realm, id: number): void {
  const archive = rows.archiveById.first(realm.sql, { id });
  if (archive?.state === "done") endArchive(realm, archive, "ended");
}

export const archiveKey = (realm: Realm, { token }: Pick<ArchiveRow, "token">, part: number | "manifest"): string =>
  `${realm.id}/exports/${token}/${part}`;

/** Returns the storage keys of the archives' pieces and manifests, and of files that are only kept for archives. */
export const archiveKeys = (realm: Realm): string[] => [
  ...rows.keptArchives
    .all(realm.sql, {})
    .flatMap((archive) => [
      ...rows.piecesOfArchive.all(realm.sql, { archive: archive.id }).map(({ key }) => key),
      ...(archive.state === "done" ? [archiveKey(realm, archive, "manifest")] : []),
    ]),
  ...rows.allHeld.all(realm.sql, {}).map(({ key }) => key),
];

const manifestOf = (archive: ArchiveRow) => ({ name: MANIFEST_MEMBER, size: archive.manifest_size });

export const archiveSize = (archive: ArchiveRow): number =>
  tarSize(manifestOf(archive)) + archive.pieces_size + archive.files_size + TAR_END.length;

const MEMBERS_PER_STEP = 500;

/**
 * Returns the members of a tar file, starting with the one that contains byte `from`. Returns none if only the end of
 * the tar file is left.
 */
export function membersAt(realm: Realm, archive: ArchiveRow, from: number): MemberRow[] {
  const pieces = tarSize(manifestOf(archive));
  const files = pieces + archive.pieces_size;
  const next = (is_file: boolean, start: number, most: number) =>
    rows.membersFrom
      .all(realm.sql, { archive: archive.id, is_file, from: Math.max(0, from - start), most })
      .map((member) => ({ ...member, at: member.at + start }));
  const isWithin = ({ at, name, size }: MemberRow) => at + tarSize({ name, size }) > from;
  const manifest = { ...manifestOf(archive), at: 0, key: archiveKey(realm, archive, "manifest") };
  const found = [...(from < pieces ? [manifest] : []), ...(from < files ? next(false, pieces, MEMBERS_PER_STEP) : [])];
  const more = found.length < MEMBERS_PER_STEP ? next(true, files, MEMBERS_PER_STEP) : [];
  return [...found, ...more].filter(isWithin);
}
