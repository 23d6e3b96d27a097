import * as v from "valibot";
import type { Env } from "../../../config/env.ts";
import { stored } from "../../../database/stored.ts";
import { job } from "../../../realm/job.ts";
import type { Realm } from "../../../realm/realm.ts";
import { Sight } from "./export-filter.ts";
import { endExport, pieceKey, WRITE_EXPORT_JOB } from "./exports.ts";
import { type Position, readPage } from "./read-page.ts";
import { advanceExport, countFailure, type ExportRow, exportById } from "./rows.ts";

const PIECE_CHARACTERS = 4_000_000;
const PAGES_OF_A_PIECE = 40;
const PAUSE_MS = 1;
/** Some hours of trying again, at most an hour apart. */
const MOST_FAILURES = 20;

const payloadSchema = v.object({ id: v.number(), piece: v.number() });

/**
 * Writes the next piece of an export. It may be done twice, after a crash: a piece has the same name each time, and
 * only with the change that follows it does the export come further.
 */
export const writeExport = job(payloadSchema, async ({ realm, env, log }, { id, piece }) => {
  const row = exportById.first(realm.sql, { id });
  if (row?.state !== "running" || row.pieces !== piece) return;
  try {
    const { content, next } = await readPiece(realm, env, row);
    await env.UPLOADS.put(pieceKey(realm, row, piece), content);
    realm.change(() => advance(realm, row, next, content.size));
  } catch (error) {
    const { failures } = realm.change(() => countFailure.one(realm.sql, { id }));
    if (failures < MOST_FAILURES) throw error;
    log.failure("export_failed", error, { export: id });
    realm.change(() => endExport(realm, row, "failed"));
  }
});

/** Where it cannot be read, the table is read from its beginning: rows that are told twice are better than none. */
const readAfter = stored(
  "exports.after",
  v.nullable(v.array(v.nullable(v.union([v.string(), v.number(), v.boolean()])))),
  () => null,
);

/** Page by page, with a moment between them for others: the stores of one's own machine answer too soon to give any. */
async function readPiece(realm: Realm, env: Env, row: ExportRow): Promise<{ content: Blob; next: Position | null }> {
  const bulk = { realm: realm.id, database: env.DB };
  const sight = new Sight(realm, row.export_type);
  const members: ArrayBuffer[] = row.pieces === 0 ? [await compressed(heading(realm, row))] : [];
  let characters = 0;
  let next: Position | null = { table: row.at_table, after: row.after === null ? null : readAfter(row.after, row.id) };
  for (let pages = 0; next !== null && characters < PIECE_CHARACTERS && pages < PAGES_OF_A_PIECE; pages++) {
    const page = await readPage(realm, bulk, { position: next, sight, upTo: row.newest_message });
    if (page.lines !== "") members.push(await compressed(page.lines));
    characters += page.lines.length;
    next = page.next;
    await scheduler.wait(PAUSE_MS);
  }
  return { content: new Blob(members), next };
}

const heading = (realm: Realm, { export_type, started_at, newest_message }: ExportRow): string =>
  `${JSON.stringify({ table: "export", row: { format: 1, origin: realm.url, export_type, started_at, newest_message } })}\n`;

function advance(realm: Realm, row: ExportRow, next: Position | null, bytes: number): void {
  const { id, pieces } = row;
  const position = { at_table: next?.table ?? "", after: next?.after ? JSON.stringify(next.after) : null };
  advanceExport.run(realm.sql, { id, bytes, ...position });
  if (next === null) endExport(realm, row, "done");
  else realm.outbox.add(WRITE_EXPORT_JOB, { id, piece: pieces + 1 });
}

/** What is compressed by itself is a member of its own: one after the other, they are one compressed file. */
const compressed = (text: string): Promise<ArrayBuffer> =>
  new Response(new Blob([text]).stream().pipeThrough(new CompressionStream("gzip"))).arrayBuffer();
