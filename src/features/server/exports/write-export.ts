import * as v from "valibot";
import type { Env } from "../../../config/env.ts";
import { databaseOf } from "../../../database/databases.ts";
import { stored } from "../../../database/stored.ts";
import { job } from "../../../realm/job.ts";
import type { Realm } from "../../../realm/realm.ts";
import { ExportFilter } from "./export-filter.ts";
import { endExport, pieceKey, WRITE_EXPORT_JOB } from "./exports.ts";
import { type Position, readPage } from "./read-page.ts";
import { advanceExport, countFailure, type ExportRow, exportById } from "./rows.ts";

const MAX_CHARACTERS_IN_PIECE = 4_000_000;
const MAX_PAGES_IN_PIECE = 40;
const PAUSE_MS = 1;
/** So many attempts take some hours, since they are at most an hour apart. */
const MAX_FAILURES = 20;

const payloadSchema = v.object({ id: v.number(), piece: v.number() });

/**
 * Writes the next piece of an export to R2. After a crash it may write the same piece again: the piece has the same key
 * each time, and the export advances only by the change after it.
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
    if (failures < MAX_FAILURES) throw error;
    log.failure("export_failed", error, { export: id });
    realm.change(() => endExport(realm, row, "failed"));
  }
});

/** A position that cannot be read becomes the start of its table: rows that are exported twice are better than none. */
const readAfter = stored(
  "exports.after",
  v.nullable(v.array(v.nullable(v.union([v.string(), v.number(), v.boolean()])))),
  () => null,
);

/** Reads pages with a pause after each for other requests: where D1 is on the same machine, it answers without one. */
async function readPiece(realm: Realm, env: Env, row: ExportRow): Promise<{ content: Blob; next: Position | null }> {
  const bulk = { realm: realm.id, database: databaseOf(env, realm.shipper.database) };
  const filter = new ExportFilter(realm, row.export_type);
  const members: ArrayBuffer[] = row.pieces === 0 ? [await compressed(heading(realm, row))] : [];
  let characters = 0;
  let next: Position | null = { table: row.at_table, after: row.after === null ? null : readAfter(row.after, row.id) };
  for (let pages = 0; next !== null && characters < MAX_CHARACTERS_IN_PIECE && pages < MAX_PAGES_IN_PIECE; pages++) {
    const page = await readPage(realm, bulk, { position: next, filter, upTo: row.newest_message });
    if (page.lines !== "") members.push(await compressed(page.lines));
    characters += page.lines.length;
    next = page.next;
    await scheduler.wait(PAUSE_MS);
  }
  return { content: new Blob(members), next };
}

/** The first line of an export, which describes it. */
const heading = (realm: Realm, { export_type, started_at, newest_message }: ExportRow): string =>
  `${JSON.stringify({ table: "export", row: { format: 1, origin: realm.url, export_type, started_at, newest_message } })}\n`;

function advance(realm: Realm, row: ExportRow, next: Position | null, bytes: number): void {
  const { id, pieces } = row;
  const position = { at_table: next?.table ?? "", after: next?.after ? JSON.stringify(next.after) : null };
  advanceExport.run(realm.sql, { id, bytes, ...position });
  if (next === null) endExport(realm, row, "done");
  else realm.outbox.add(WRITE_EXPORT_JOB, { id, piece: pieces + 1 });
}

/** A text as a gzip member of its own. Concatenated members are one valid gzip file (RFC 1952). */
const compressed = (text: string): Promise<ArrayBuffer> =>
  new Response(new Blob([text]).stream().pipeThrough(new CompressionStream("gzip"))).arrayBuffer();
