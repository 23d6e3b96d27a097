import * as v from "valibot";
import { isTableName, type TableName } from "../../../archive-format/tables.ts";
import type { Env } from "../../../config/env.ts";
import { refusalMessage } from "../../../realm/archive-io/writing.ts";
import { job } from "../../../realm/job.ts";
import type { Realm } from "../../../realm/realm.ts";
import { objectStub } from "../../../rpc/object-stub.ts";
import { after, milliseconds } from "../../../util/time.ts";
import { returnMessageIds } from "../../conversations/archive.ts";
import { discardFile } from "../../files/storage/files.ts";
import { archivesOf } from "./archive-parts.ts";
import { ImportReport } from "./import-object.ts";
import {
  archiveOf,
  changeState,
  checkMessageIds,
  endAllQueues,
  endImport,
  messageRange,
  restoreKept,
  rowsBefore,
  WORK_ON_IMPORT_JOB,
  work,
} from "./imports.ts";
import {
  FILES,
  FINISHING,
  factsOf,
  firstPhase,
  nextPhase,
  parseFacts,
  parsePosition,
  unknownTables,
} from "./position.ts";
import type { ImporterPort, RowsAnswer } from "./reading/importer-port.ts";
import { countFailure, type ImportRow, importById, setFacts, setProgress, takeFiles } from "./rows.ts";
import { copyFiles } from "./writing/copy-files.ts";
import { endCheck, finishStep } from "./writing/finish.ts";
import { rewritingOf } from "./writing/id-maps.ts";
import { type At, ImportStep } from "./writing/import-step.ts";
import { isRehearsed, keepRehearsed, rehearse } from "./writing/rehearsal.ts";
import { endTable, writeTable } from "./writing/write-table.ts";

const FILES_AT_ONCE = 500;

/**
 * Undoes part of an import: first its messages and any newer ones, then its files, and finally everything else at once.
 */
function undoStep(realm: Realm, row: ImportRow): void {
  const newestBefore = row.before_message;
  const undoing = { realm, newestBefore, before: (table: string) => rowsBefore(realm, table) };
  const archives = archivesOf(realm).toReversed();
  if (archives.some((archive) => archive.undoSome?.(undoing))) return;
  const files = takeFiles.all(realm.sql, { most: FILES_AT_ONCE });
  if (files.length > 0) {
    for (const { key } of files) discardFile(realm, key);
    return;
  }
  restoreKept(realm);
  if (row.last_message > 0) returnMessageIds(realm, newestBefore, messageRange(row).last);
  setProgress.run(realm.sql, { id: row.id, position: null, done: 0, report: row.report });
  endImport(realm, row, "cancelled");
  realm.forgetAll();
  for (const archive of archives) archive.undone?.(realm);
  endAllQueues(realm);
}

/** How long one job runs before the organization's other jobs can run. */
const TURN_MS = milliseconds(4000);
/**
 * The importer reads `read` rows ahead, which are then sent to D1 together. One change writes up to `rows` of them, or
 * fewer if they exceed `characters`. Larger batches would cost less per row, but block other requests longer (`npm run
 * bench -- --only import` measures both). A check writes almost nothing.
 */
const IMPORT_BATCH = {
  checking: { read: 600, rows: 200, characters: 80_000 },
  running: { read: 120, rows: 40, characters: 16_000 },
};
/** Pause after each change, in milliseconds, long enough for most other requests to finish. */
const YIELD_MS = 3;
/** Number of attempts at the same rows. Together, they take about an hour. */
const MAX_FAILURES = 12;

const payload = v.object({ id: v.number(), turn: v.number() });

/** Continues an import for a few seconds. Every step is a separate change, so that it can stop at any point. */
export const workOnImport = job(payload, async ({ realm, env, log }, { id, turn }) => {
  const until = after(realm.clock.milliseconds(), TURN_MS);
  try {
    for (let goesOn = true; goesOn; goesOn = realm.clock.milliseconds() < until) {
      const row = importById.first(realm.sql, { id });
      if (row?.turn !== turn || !IS_AT_WORK.has(row.state)) return;
      await step(realm, env, row);
    }
  } catch (error) {
    const { failures, state } = realm.change(() => countFailure.one(realm.sql, { id }));
    // An owner can resume a failed import, but not one that is half undone, so undoing is always retried.
    if (failures < MAX_FAILURES || state === "undoing") throw error;
    log.failure("import_failed", error, { import: id });
    const row = importById.one(realm.sql, { id });
    realm.change(() => changeState(realm, row, "failed", "The server couldn't continue. Its log has the details."));
    return;
  }
  realm.change(() => {
    const row = importById.first(realm.sql, { id });
    if (row?.turn === turn && IS_AT_WORK.has(row.state)) work(realm, row);
  });
});

/**
 * Stops an import after one of its steps hung twice, because a malicious archive could otherwise block everyone on this
 * machine. Undoing continues, because it doesn't read the archive.
 */
export function importLost(realm: Realm, stored: unknown): void {
  const { id, turn } = v.parse(payload, stored);
  const row = importById.first(realm.sql, { id });
  if (row?.turn !== turn || !IS_AT_WORK.has(row.state)) return;
  if (row.state === "undoing") work(realm, row);
  else changeState(realm, row, "failed", LOST);
}

const LOST =
  "The server has ended twice while it read the same part of the archive. Cancel the import, or continue it if the server " +
  "was stopped for another reason.";

const IS_AT_WORK: ReadonlySet<string> = new Set(["checking", "running", "undoing"]);

async function step(realm: Realm, env: Env, row: ImportRow): Promise<void> {
  if (row.state === "undoing") {
    realm.change(() => undoStep(realm, row));
    return pause(realm);
  }
  const importer = importerOf(realm, env);
  const position = row.position === null ? null : parsePosition(row.position, row.id);
  const facts = row.facts === null ? null : parseFacts(row.facts, row.id);
  if (position === null || facts === null) {
    const manifest = await importer.open(archiveOf(realm, row));
    if ("problem" in manifest) return fail(realm, row, manifest.problem);
    const known = factsOf(manifest);
    advance(realm, row, () => {
      setFacts.run(realm.sql, { id: row.id, facts: JSON.stringify(known) });
      const report = new ImportReport(null, row.id);
      for (const { name, rows } of unknownTables(known)) {
        report.leftOut("tables that this version does not know", `${name} (${rows} rows)`);
      }
      const position = JSON.stringify(firstPhase(known));
      setProgress.run(realm.sql, { id: row.id, position, done: 0, report: String(report) });
    });
    return;
  }
  const at = { row, position, facts };
  if (isTableName(position.phase)) return readTable(realm, importer, { ...at, table: position.phase });
  const writing = new ImportStep(realm, at);
  if (position.phase === FILES) {
    const failed = await copyFiles(realm, importer, writing, (change) => void advance(realm, row, change));
    if (failed !== undefined) fail(realm, row, failed);
    return;
  }
  if (position.phase === FINISHING) {
    const refusal = writing.writes ? undefined : refusalMessage(() => checkMessageIds(realm, row));
    if (refusal !== undefined) return fail(realm, row, refusal);
    advance(realm, row, () => (writing.writes ? finishStep(writing) : endCheck(writing)));
    return pause(realm);
  }
  advance(realm, row, () => writing.toPhase(nextPhase(facts, position.phase)));
}

async function readTable(
  realm: Realm,
  importer: ImporterPort,
  { table, ...at }: At & { readonly table: TableName },
): Promise<void> {
  const { row, facts } = at;
  const { piece, line } = at.position;
  const rewriting = row.state === "running" ? rewritingOf(realm, row, facts) : null;
  const atOnce = row.state === "running" ? IMPORT_BATCH.running : IMPORT_BATCH.checking;
  const request = { archive: archiveOf(realm, row), table, from: { piece, line }, most: atOnce.read };
  const reading = importer
    .rows({ ...request, rewriting: rewriting && { version: rewriting.version } })
    .then((found) => ("wants" in found ? importer.rows({ ...request, rewriting }) : found));
  // While the next rows are read, D1 receives the earlier ones, so that the import never gets far ahead of D1.
  const [answer] = await Promise.all([reading, row.state === "running" ? realm.shipper.caughtUp() : undefined]);
  if ("wants" in answer) throw new Error("the importer does not take the maps");
  if ("problem" in answer) return fail(realm, row, answer.problem);
  let current: At = at;
  for (const lines of slices(answer, atOnce)) {
    const next = writeSlice(realm, current, table, lines);
    if (next === undefined) return;
    current = next;
    await scheduler.wait(YIELD_MS);
  }
  if (!answer.isEnd) return;
  advance(realm, current.row, () => endTable(new ImportStep(realm, current), table));
}

/** Splits the rows into one batch per change. A batch ends with the row that reaches a limit. */
function* slices(
  { lines }: RowsAnswer,
  most: { readonly rows: number; readonly characters: number },
): Generator<RowsAnswer["lines"]> {
  let slice: RowsAnswer["lines"][number][] = [];
  let characters = 0;
  for (const line of lines) {
    slice.push(line);
    characters += line.characters;
    if (slice.length < most.rows && characters < most.characters) continue;
    yield slice;
    slice = [];
    characters = 0;
  }
  if (slice.length > 0) yield slice;
}

/** Writes rows and the import's progress in one change. Returns undefined if the import was cancelled meanwhile. */
function writeSlice(realm: Realm, at: At, table: TableName, lines: RowsAnswer["lines"]): At | undefined {
  const last = lines.at(-1);
  if (last === undefined) return at;
  const position = { ...at.position, ...last.next };
  const isRunning = at.row.state === "running";
  const rehearsal = isRunning || !isRehearsed(realm, table) ? undefined : rehearse(realm, at, table, lines);
  const isDone = advance(realm, at.row, () => {
    if (rehearsal === undefined) {
      writeTable(new ImportStep(realm, at), table, { lines, position });
      return;
    }
    const writing = new ImportStep(realm, { ...at, row: { ...at.row, report: rehearsal.report } });
    keepRehearsed(writing, table, rehearsal.accepted);
    writing.at(position, at.row.done + lines.length);
  });
  const row = importById.first(realm.sql, { id: at.row.id });
  return isDone && row !== undefined ? { ...at, row, position } : undefined;
}

/** Applies a change, unless the import has moved on. Returns true if it was applied. */
function advance(realm: Realm, { id, state, position, turn }: ImportRow, change: () => void): boolean {
  return realm.change(() => {
    const now = importById.first(realm.sql, { id });
    if (now?.state !== state || now.position !== position || now.turn !== turn) return false;
    change();
    realm.outbox.getsOn(WORK_ON_IMPORT_JOB);
    return true;
  });
}

const fail = (realm: Realm, row: ImportRow, problem: string): void =>
  void advance(realm, row, () => changeState(realm, row, "failed", problem));

async function pause(realm: Realm): Promise<void> {
  await scheduler.wait(YIELD_MS);
  await realm.shipper.caughtUp();
}

const importerOf = (realm: Realm, env: Env): ImporterPort =>
  // The generated type of an RPC stub lacks the class's methods.
  objectStub(env.IMPORTER, realm.identity.subdomain || ".", realm.config.place) as ImporterPort;
