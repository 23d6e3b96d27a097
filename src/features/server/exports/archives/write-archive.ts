import * as v from "valibot";
import { digestOf } from "../../../../archive-format/digest.ts";
import { type PieceOfTable, pieceMember, writeManifest } from "../../../../archive-format/manifest.ts";
import { makePiece } from "../../../../archive-format/members.ts";
import { isTableName, type TableName, tableNames } from "../../../../archive-format/tables.ts";
import { tarSize } from "../../../../archive-format/tar.ts";
import type { Env } from "../../../../config/env.ts";
import { badRequest, raise } from "../../../../protocol/errors.ts";
import { PARLEY_VERSION, versionFields } from "../../../../protocol/version.ts";
import { job } from "../../../../realm/job.ts";
import type { Realm } from "../../../../realm/realm.ts";
import { entryOf } from "../../../../util/collections.ts";
import { toWholeSeconds } from "../../../../util/time.ts";
import { endExport } from "../exports.ts";
import { findArchiveKind } from "../hooks.ts";
import { exportById } from "../rows.ts";
import { sourcesOf } from "../sources/sources.ts";
import { archiveKey, archiveSize, beginArchive, endArchive, WRITE_ARCHIVE_JOB } from "./archives.ts";
import { readingFiles } from "./held-files.ts";
import { FINISHING, OF_ORGANIZATION } from "./kinds.ts";
import { readPiece } from "./read-piece.ts";
import {
  type ArchiveRow,
  advanceArchive,
  archiveById,
  countFailure,
  deletePieces,
  fileTotals,
  insertFile,
  insertPiece,
  lastWholeArchive,
  type PieceRow,
  piecesOf,
  piecesOfTable,
  setManifest,
  wholeArchives,
} from "./rows.ts";
import { writeOfKind } from "./write-of-kind.ts";

/** Number of attempts at a piece before the export fails. With growing delays, they take about eight hours. */
const MAX_FAILURES = 20;

const payloadSchema = v.object({ id: v.number(), piece: v.number() });

/**
 * Job: writes the next piece of an archive to R2. The archive's progress is stored afterwards, in a separate change. If
 * the server crashes in between, the same piece is written again under the same key.
 */
export const writeArchive = job(payloadSchema, async ({ realm, env, log }, { id, piece }) => {
  const archive = archiveById.first(realm.sql, { id });
  if (archive?.state !== "running" || archive.pieces !== piece) return;
  try {
    const kind = findArchiveKind(realm, archive);
    if (kind !== undefined) await writeOfKind(realm, env, { archive, kind });
    else if (archive.kind === OF_ORGANIZATION)
      await (archive.at_source === FINISHING ? finishArchive(realm, env, archive) : writePiece(realm, env, archive));
  } catch (error) {
    const { failures } = realm.change(() => countFailure.one(realm.sql, { id }));
    if (failures < MAX_FAILURES) throw error;
    log.failure("export_failed", error, { export: id });
    realm.change(() => endWriting(realm, archive, "failed"));
  }
});

const writePiece = (realm: Realm, env: Env, archive: ArchiveRow): Promise<void> =>
  readingFiles(realm, async (claim) => {
    const { table, lines, files, missing, next } = await readPiece(realm, env, { archive, claim });
    const { id: archive_id, pieces, pieces_size, files_size } = archive;
    const key = archiveKey(realm, archive, pieces);
    const made = table && (await makePiece(lines, nameOfNext(realm, archive, table)));
    if (made !== undefined) await env.UPLOADS.put(key, made.content);
    realm.change(() => {
      if (archiveById.one(realm.sql, { id: archive_id }).state !== "running") return;
      for (const file of files) insertFile.run(realm.sql, { ...file, archive: archive_id });
      if (table !== undefined && made !== undefined) {
        const { member: name, bytes: size, rows, sha256 } = made;
        insertPiece.run(realm.sql, {
          archive: archive_id,
          at: pieces_size,
          name,
          key,
          size,
          table_name: table,
          rows,
          sha256,
        });
      }
      advanceArchive.run(realm.sql, {
        id: archive_id,
        at_source: next?.source ?? FINISHING,
        after: next?.after ? JSON.stringify(next.after) : null,
        pieces: pieces + 1,
        pieces_size: pieces_size + (made === undefined ? 0 : tarSize({ name: made.member, size: made.bytes })),
        files_size: files.reduce((sum, file) => sum + tarSize(file), files_size),
        missing: archive.missing + missing,
      });
      realm.outbox.add(WRITE_ARCHIVE_JOB, { id: archive_id, piece: pieces + 1 });
    });
  });

const nameOfNext = (realm: Realm, { id: archive }: ArchiveRow, table: TableName): string =>
  pieceMember(table, piecesOfTable.one(realm.sql, { archive, table }).pieces + 1);

/** Writes the manifest, in which the pieces are sorted by table. */
async function finishArchive(realm: Realm, env: Env, archive: ArchiveRow): Promise<void> {
  const { id } = archive;
  const pieces = tableNames.flatMap((table) => piecesOf.all(realm.sql, { archive: id, table }));
  const manifest = manifestOf(realm, archive, pieces);
  await env.UPLOADS.put(archiveKey(realm, archive, "manifest"), manifest);
  const etag = await digestOf(manifest);
  realm.change(() => {
    if (archiveById.one(realm.sql, { id }).state !== "running") return;
    deletePieces.run(realm.sql, { archive: id });
    let at = 0;
    for (const { member, bytes, ...piece } of pieces) {
      insertPiece.run(realm.sql, { ...piece, archive: id, at, name: member, size: bytes });
      at += tarSize({ name: member, size: bytes });
    }
    setManifest.run(realm.sql, { id, size: manifest.length, etag });
    endWriting(realm, archive, "done");
  });
}

function endWriting(realm: Realm, archive: ArchiveRow, state: "done" | "failed"): void {
  endArchive(realm, archive, state);
  const { export_id: id } = archive;
  const row = id === null ? undefined : exportById.first(realm.sql, { id });
  if (row !== undefined) endExport(realm, row, state);
}

function manifestOf(realm: Realm, archive: ArchiveRow, pieces: readonly PieceRow[]): Uint8Array<ArrayBuffer> {
  const tables = new Map<TableName, PieceOfTable[]>();
  for (const { table_name, member, bytes, sha256, rows } of pieces) {
    if (isTableName(table_name)) entryOf(tables, table_name, () => []).push({ member, bytes, sha256, rows });
  }
  const facts = {
    program: "parley",
    version: PARLEY_VERSION,
    feature_level: versionFields().zulip_feature_level,
    origin: realm.url,
    exported_at: toWholeSeconds(archive.started_at),
    scope: archive.scope,
    secrets: archive.secrets === 1,
  };
  const files = { ...fileTotals.one(realm.sql, { archive: archive.id }), missing: archive.missing };
  return writeManifest(facts, tables, files);
}

/** Starts an archive of the whole organization. An unfinished one is continued, and a complete one replaced. */
export function beginWhole(realm: Realm, secrets: boolean): void {
  const [newest] = wholeArchives.all(realm.sql, {});
  if (newest?.state === "running") {
    if ((newest.secrets === 1) === secrets) return;
    throw badRequest("Another export is being written. Wait until it is done, or stop it.");
  }
  for (const archive of wholeArchives.all(realm.sql, {})) endArchive(realm, archive, "ended");
  beginArchive(realm, { export_id: null, scope: "whole", secrets });
}

const newestWhole = (realm: Realm): ArchiveRow =>
  lastWholeArchive.first(realm.sql, {}) ?? raise(badRequest("Export not found."));

export function wholeState(realm: Realm) {
  const archive = newestWhole(realm);
  const { id, state, token, pieces, pieces_size, files_size, at_source, etag } = archive;
  const sources = sourcesOf(realm);
  const index = sources.findIndex(({ name }) => name === at_source);
  const isDone = state === "done";
  return {
    id,
    state,
    /** Number of sources read so far, number of all sources, and bytes written so far. */
    sources_read: isDone || index < 0 ? sources.length : index,
    sources: sources.length,
    pieces,
    bytes: isDone ? archiveSize(archive) : pieces_size + files_size,
    path: isDone ? `/exports/${token}/parley-whole.tar` : null,
    etag: isDone ? `"${etag}"` : null,
  };
}

/** Deletes the archive of the whole organization, complete or not. */
export function endWhole(realm: Realm): void {
  const archive = newestWhole(realm);
  if (archive.state === "running" || archive.state === "done") endArchive(realm, archive, "ended");
}
