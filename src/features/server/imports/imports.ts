import type { Sql } from "../../../database/statement.ts";
import { badRequest } from "../../../protocol/errors.ts";
import type { UserId } from "../../../protocol/ids.ts";
import { limits } from "../../../protocol/limit-table.ts";
import { checkOrganizationHas } from "../../../protocol/quota.ts";
import type { Realm } from "../../../realm/realm.ts";
import { randomToken } from "../../../util/random.ts";
import { after, DAY, inMilliseconds } from "../../../util/time.ts";
import { fitsMessageIds, lastGivenId, reserveMessageIds } from "../../conversations/archive.ts";
import { audit } from "../../trust/audit-log/audit.ts";
import { accessImport, accessImportIn, checkHasNoMessages, forgetImporting, isUnfinished } from "./access.ts";
import { keptTables } from "./archive-parts.ts";
import type { ImportState } from "./import-schema.ts";
import { countOfParts, type UploadedArchive } from "./reading/stored-archive.ts";
import type { ImportRow } from "./rows.ts";
import * as rows from "./rows.ts";

const copyName = (table: string) => `kept_${table}`;

/** Copies the organization's tables before an import. The copies are small, because no one has written messages yet. */
function keepForUndo(realm: Realm): void {
  dropKept(realm);
  for (const table of keptTables(realm))
    realm.sql.exec(`CREATE TABLE ${copyName(table)} AS SELECT * FROM ${table}`).toArray();
}

/** Returns the rows a table had before the import, or none if it wasn't copied. */
export const rowsBefore = ({ sql }: Realm, table: string): Record<string, SqlStorageValue>[] =>
  tableExists(sql, copyName(table)) ? sql.exec(`SELECT * FROM ${copyName(table)}`).toArray() : [];

export function restoreKept(realm: Realm): void {
  for (const table of keptTables(realm)) restoreTable(realm.sql, table);
  dropKept(realm);
}

/** Restores a table from its copy. Columns added since the copy get their defaults. */
function restoreTable(sql: Sql, table: string): void {
  if (!tableExists(sql, copyName(table))) return;
  const columns = sql
    .exec(`SELECT name FROM pragma_table_info('${copyName(table)}')`)
    .toArray()
    .map(({ name }) => `"${String(name)}"`)
    .join(", ");
  sql.exec(`DELETE FROM ${table}`).toArray();
  sql.exec(`INSERT INTO ${table} (${columns}) SELECT ${columns} FROM ${copyName(table)}`).toArray();
}

/** Deletes the copies. Call it once the import can no longer be undone. */
export function dropKept(realm: Realm): void {
  for (const table of keptTables(realm)) realm.sql.exec(`DROP TABLE IF EXISTS ${copyName(table)}`).toArray();
}

const tableExists = (sql: Sql, table: string): boolean =>
  sql.exec("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?1", table).toArray().length > 0;

export const WORK_ON_IMPORT_JOB = "work-on-import";
export const DISCARD_ARCHIVE_JOB = "discard-archive";

const TOKEN_LENGTH = 32;

/** Returns where an import's archive is stored. */
export const archiveOf = (realm: Realm, { token, size, part_bytes }: ImportRow): UploadedArchive => ({
  prefix: `${realm.id}/imports/${token}/`,
  size,
  part_bytes,
});

export const archivePrefixes = (realm: Realm): string[] =>
  rows.allImports.all(realm.sql, {}).map((row) => archiveOf(realm, row).prefix);

type MessageRange = Pick<ImportRow, "before_message" | "first_message" | "last_message">;

export const messageOffset = ({ first_message, before_message }: MessageRange): number =>
  first_message === 0 ? 0 : before_message + 1 - first_message;

export const messageRange = ({ before_message, first_message, last_message }: MessageRange) => ({
  first: before_message + 1,
  last: before_message + 1 + Math.max(0, last_message - first_message),
});

/** Creates an import, whose archive is then uploaded in parts. */
export function createImport(
  realm: Realm,
  by: UserId,
  { size, part_bytes }: { readonly size: number; readonly part_bytes: number },
): ImportRow {
  checkHasNoMessages(realm);
  if (rows.allImports.all(realm.sql, {}).some(isUnfinished)) throw badRequest("Another import has not ended yet.");
  checkOrganizationHas(rows.countImports.one(realm.sql, {}).count + 1, limits.organization.imports, "imports");
  if (countOfParts({ size, part_bytes }) > limits.work.import_parts) {
    throw badRequest(`The archive would have more than ${limits.work.import_parts} parts.`);
  }
  const token = randomToken(realm.random, TOKEN_LENGTH);
  return rows.insertImport.one(realm.sql, { user: by, token, size, part_bytes, now: realm.clock.milliseconds() });
}

/** Starts to check an archive by reading all of it, without changing the organization. */
export function startCheck(realm: Realm, id: number): void {
  const row = accessImportIn(realm, id, ["uploading", "checked", "failed"]);
  if (row.started_at !== null) throw badRequest("The import has begun to write. Start it again, or cancel it.");
  checkHasNoMessages(realm);
  const missing = countOfParts(row) - rows.countParts.one(realm.sql, { id }).count;
  if (missing > 0) throw badRequest(`${missing} parts of the archive are missing.`);
  forgetWorkings(realm);
  rows.setProgress.run(realm.sql, { id, position: null, done: 0, report: null });
  changeState(realm, row, "checking");
  work(realm, row);
}

/** Throws if the organization doesn't have enough free ids for an archive's messages. */
export function checkMessageIds(realm: Realm, { first_message, last_message }: MessageRange): void {
  if (!fitsMessageIds(realm, last_message - first_message))
    throw badRequest("The ids of the archive's messages are too far apart.");
}

/** Starts writing a checked archive, or resumes after a failure. */
export function startImport(realm: Realm, id: number): void {
  const row = accessImportIn(realm, id, ["checked", "failed"]);
  if (row.state === "failed" && row.started_at === null) throw badRequest("The archive has to be checked first.");
  if (row.started_at === null) {
    checkHasNoMessages(realm);
    checkMessageIds(realm, row);
    keepForUndo(realm);
    forgetWorkings(realm);
    rows.setProgress.run(realm.sql, { id, position: null, done: 0, report: null });
    const before = lastGivenId(realm);
    audit(realm, "organization.imported", { of: { type: "import", id } });
    rows.setStarted.run(realm.sql, { id, now: realm.clock.milliseconds(), before });
    if (row.last_message > 0) reserveMessageIds(realm, before + 1 + row.last_message - row.first_message);
    endAllQueues(realm);
  }
  changeState(realm, row, "running");
  work(realm, row);
}

/** Cancels an import, and undoes what it has written. */
export function cancelImport(realm: Realm, id: number): void {
  const row = accessImport(realm, id);
  if (!isUnfinished(row) || row.state === "undoing") throw badRequest(`The import is ${row.state}.`);
  if (row.started_at === null) {
    endImport(realm, row, "cancelled");
  } else {
    audit(realm, "organization.import_cancelled", { of: { type: "import", id } });
    changeState(realm, row, "undoing");
    work(realm, row);
  }
}

export function removeImport(realm: Realm, id: number): void {
  const row = accessImportIn(realm, id, ["done", "cancelled"]);
  discardArchive(realm, row);
  rows.deleteParts.run(realm.sql, { id });
  rows.deleteImport.run(realm.sql, { id });
}

/** Ends an import permanently, and deletes its archive. */
export function endImport(realm: Realm, row: ImportRow, state: "done" | "cancelled"): void {
  changeState(realm, row, state);
  rows.setEnded.run(realm.sql, { id: row.id, now: realm.clock.milliseconds() });
  forgetWorkings(realm);
  discardArchive(realm, row);
}

/** Changes the state of an import. `error` explains to owners why it failed. */
export function changeState(realm: Realm, { id }: ImportRow, state: ImportState, error: string | null = null): void {
  rows.setState.run(realm.sql, { id, state, error });
  forgetImporting(realm);
}

/** Starts a job that continues an import. Earlier jobs of the import then do nothing. */
export function work(realm: Realm, { id }: Pick<ImportRow, "id">): void {
  const { turn } = rows.takeTurn.one(realm.sql, { id });
  realm.outbox.add(WORK_ON_IMPORT_JOB, { id, turn });
}

/** Makes all clients register again, because an import changes things without sending events. */
export function endAllQueues(realm: Realm): void {
  for (const queue of [...realm.queues.all()]) realm.endQueue(queue);
}

export function forgetWorkings(realm: Realm): void {
  for (const remove of rows.deleteWorkings) remove.run(realm.sql, {});
  realm.forgetAll();
}

/** Deletes the parts of an archive, and again a day later, in case some were still being uploaded. */
function discardArchive(realm: Realm, row: ImportRow): void {
  const { prefix } = archiveOf(realm, row);
  const now = realm.clock.milliseconds();
  for (const due of [now, after(now, inMilliseconds(DAY))]) realm.outbox.add(DISCARD_ARCHIVE_JOB, { prefix }, due);
}
