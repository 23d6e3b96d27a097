import * as v from "valibot";
import { badRequest } from "../../../protocol/errors.ts";
import type { UserId } from "../../../protocol/ids.ts";
import { limits } from "../../../protocol/limit-table.ts";
import { Role } from "../../../protocol/roles.ts";
import { job } from "../../../realm/job.ts";
import type { Realm } from "../../../realm/realm.ts";
import { randomToken } from "../../../util/random.ts";
import { before, days, inMilliseconds, inSeconds } from "../../../util/time.ts";
import { deleteKeys } from "../../files/storage/drop-files.ts";
import { settingsOf, type User } from "../../organization/accounts/accounts.ts";
import { roleAtMost } from "../../organization/accounts/audience.ts";
import { audit } from "../../trust/audit-log/audit.ts";
import { archiveKeys, beginArchive, endArchive } from "./archives/archives.ts";
import { archiveOfExport } from "./archives/rows.ts";
import { consentChanged, type ExportObject, exportsChanged } from "./events.ts";
import { type ExportScope, PUBLIC } from "./export-filter.ts";
import { allExports, type ExportRow, exportById, exportsSince, insertExport, setExportState } from "./rows.ts";

export const WRITE_EXPORT_JOB = "write-export";
export const DISCARD_EXPORT_JOB = "discard-export";

const WEEK_MS = inMilliseconds(days(7));
const TOKEN_LENGTH = 32;

/** Starts an export, which jobs in the outbox then write piece by piece (users-groups-org.md 9). */
export function startExport(realm: Realm, by: UserId, type: ExportRow["export_type"]): number {
  const now = realm.clock.milliseconds();
  if (exportsSince.one(realm.sql, { since: before(now, WEEK_MS) }).count >= limits.organization.exports_a_week) {
    throw badRequest("Exceeded rate limit.");
  }
  const { id } = insertExport.one(realm.sql, {
    acting_user_id: by,
    export_type: type,
    token: randomToken(realm.random, TOKEN_LENGTH),
    origin: realm.url,
    started_at: now,
  });
  audit(realm, "export.started", { of: { type: "export", id }, details: { type: scopeOf(type) } });
  beginArchiveOf(realm, id);
  emitExports(realm);
  return id;
}

const scopeOf = (type: ExportRow["export_type"]): ExportScope => (type === PUBLIC ? "public" : "standard");

/** Starts an export's archive, which has the same token in its URL. */
function beginArchiveOf(realm: Realm, id: number): void {
  const row = exportById.first(realm.sql, { id });
  if (row === undefined) return;
  beginArchive(realm, { export_id: id, scope: scopeOf(row.export_type), secrets: false, token: row.token });
}

/** Restarts an export as an archive if an earlier version of the program started to write it as lines of JSON. */
function beginAnew(realm: Realm, id: number): void {
  const row = exportById.first(realm.sql, { id });
  if (row?.state !== "running" || archiveOfExport.first(realm.sql, { export: id }) !== undefined) return;
  realm.outbox.add(DISCARD_EXPORT_JOB, { keys: pieceKeys(realm, row) });
  beginArchiveOf(realm, id);
}

export function deleteExport(realm: Realm, id: number): void {
  const found = exportById.first(realm.sql, { id });
  if (found === undefined) throw badRequest("Invalid data export ID");
  switch (found.state) {
    case "deleted":
      throw badRequest("Export already deleted");
    case "failed":
      throw badRequest("Export failed, nothing to delete");
    case "running":
      throw badRequest("Export still in progress");
    case "done":
      audit(realm, "export.deleted", { of: { type: "export", id } });
      endExport(realm, found, "deleted");
      endArchiveOf(realm, id);
      return;
    default:
      found.state satisfies never;
  }
}

function endArchiveOf(realm: Realm, id: number): void {
  const archive = archiveOfExport.first(realm.sql, { export: id });
  if (archive !== undefined) endArchive(realm, archive, "ended");
}

/**
 * Sets the final state of an export. Unless it is done, a job deletes the pieces that an earlier version of the program
 * wrote.
 */
export function endExport(realm: Realm, row: ExportRow, state: "done" | "failed" | "deleted"): void {
  setExportState.run(realm.sql, { id: row.id, state, ended_at: realm.clock.milliseconds() });
  if (state !== "deleted") {
    const result = state === "done" ? "success" : "failed";
    audit(realm, "export.finished", { of: { type: "export", id: row.id }, result });
  }
  if (state !== "done" && row.pieces > 0) realm.outbox.add(DISCARD_EXPORT_JOB, { keys: pieceKeys(realm, row) });
  emitExports(realm);
}

/** Returns the key of a piece in R2, as written by earlier versions of the program. */
export const pieceKey = (realm: Realm, { token }: ExportRow, piece: number): string =>
  `${realm.id}/exports/${token}/${piece}`;

/**
 * Returns the keys of all pieces of an export. For a running export, they include the next piece, which may be
 * incomplete.
 */
const pieceKeys = (realm: Realm, row: ExportRow): string[] =>
  Array.from({ length: row.pieces + (row.state === "running" ? 1 : 0) }, (_, piece) => pieceKey(realm, row, piece));

/** Returns the R2 keys of all pieces of running and downloadable exports, and of the files kept for them. */
export const exportKeys = (realm: Realm): string[] => [
  ...archiveKeys(realm),
  ...allExports
    .all(realm.sql, {})
    .filter(({ state }) => state === "done" || state === "running")
    .flatMap((row) => Array.from({ length: row.pieces }, (_, piece) => pieceKey(realm, row, piece))),
];

/** Returns the name of an export's file. Earlier versions of the program wrote compressed lines of JSON. */
export const fileName = ({ id, pieces }: ExportRow) => `parley-export-${id}.${pieces > 0 ? "jsonl.gz" : "tar"}`;

export const exportObjects = (realm: Realm): ExportObject[] =>
  allExports.all(realm.sql, {}).map((row) => exportObject(realm, row));

function exportObject(realm: Realm, row: ExportRow): ExportObject {
  const { id, acting_user_id, export_type, token, started_at, ended_at, state } = row;
  const ended = (wanted: ExportRow["state"]) => (state === wanted && ended_at !== null ? inSeconds(ended_at) : null);
  return {
    id,
    acting_user_id,
    export_time: inSeconds(started_at),
    deleted_timestamp: ended("deleted"),
    failed_timestamp: ended("failed"),
    export_url: state === "done" ? `${realm.url}/exports/${token}/${fileName(row)}` : null,
    pending: state === "running",
    export_type,
  };
}

const emitExports = (realm: Realm): void =>
  realm.emit(exportsChanged({ exports: exportObjects(realm) }), roleAtMost(realm, Role.administrator));

/** Sends administrators an event with whether a user consents to the export of their private data. */
export function emitConsent(realm: Realm, { id, bot_type }: User): void {
  if (bot_type !== null) return;
  const consented = settingsOf(realm, id).allow_private_data_export;
  realm.emit(consentChanged({ user_id: id, consented }), roleAtMost(realm, Role.administrator));
}

/** Job started by earlier versions of the program, which wrote exports as lines. Restarts the export as an archive. */
export const writeExport = job(v.object({ id: v.number() }), ({ realm }, { id }) =>
  realm.change(() => beginAnew(realm, id)),
);

/** Job: deletes the pieces of an export that an earlier version of the program wrote to R2. */
export const discardExport = job(v.object({ keys: v.array(v.string()) }), ({ env }, { keys }) =>
  deleteKeys(env.UPLOADS, keys),
);
