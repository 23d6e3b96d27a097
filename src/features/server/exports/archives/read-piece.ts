import * as v from "valibot";
import { archiveLimits } from "../../../../archive-format/archive-limits.ts";
import type { TableName } from "../../../../archive-format/tables.ts";
import type { Env } from "../../../../config/env.ts";
import { databaseOf } from "../../../../database/databases.ts";
import type { SqlValue } from "../../../../database/statement.ts";
import { stored } from "../../../../database/stored.ts";
import type { Columns, ReadingContext } from "../../../../realm/archive-io/reading.ts";
import type { Realm } from "../../../../realm/realm.ts";
import { ScopeFilter } from "../export-filter.ts";
import { keyIn, nextRows } from "../sources/source-rows.ts";
import { type ExportSource, sourcesOf, toArchiveRows } from "../sources/sources.ts";
import { FoundFiles } from "./found-files.ts";
import type { ArchiveRow, MemberRow } from "./rows.ts";

/** Limits of the work per piece: pages of rows, and bytes of files that are read for digests. */
const MAX_PAGES = 200;
const MAX_FILE_BYTES = 64_000_000;
const ROWS_IN_PAGE = 500;
/** Pause after each page, in milliseconds, so that other requests can run even if D1 responds without delay. */
const YIELD_MS = 1;

/** Where to continue: a source, and the key of the last row read from it. */
interface Position {
  readonly source: string;
  readonly after: readonly SqlValue[] | null;
}

interface ReadPiece {
  /** Table that the lines belong to. Undefined if none of the rows that were read is exported. */
  readonly table: TableName | undefined;
  readonly lines: readonly Uint8Array[];
  readonly files: readonly (MemberRow & { readonly sha256: string })[];
  readonly missing: number;
  /** Null after the last source. */
  readonly next: Position | null;
}

/**
 * If a position is unreadable, its source is read again from the start, because duplicate rows are better than missing
 * ones.
 */
const readAfter = stored(
  "archives.after",
  v.nullable(v.array(v.nullable(v.union([v.string(), v.number(), v.boolean()])))),
  () => null,
);

/** True if an archive includes the rows of a source. */
const isWanted = ({ part: { only } }: ExportSource, { scope, secrets }: ArchiveRow): boolean =>
  only === undefined || (scope === "whole" && (only === "whole" || secrets === 1));

/** Reads rows until there are enough for a piece, the source ends, or the limits of the work are reached. */
export async function readPiece(
  realm: Realm,
  env: Env,
  { archive, claim }: { archive: ArchiveRow; claim: (key: string) => boolean },
): Promise<ReadPiece> {
  const found = new FoundFiles(realm, env, { archive, claim });
  const context: ReadingContext = {
    realm,
    bulk: { realm: realm.id, database: databaseOf(env, realm.shipper.database) },
    filter: new ScopeFilter(realm, archive.scope, archive.secrets === 1),
    newest: archive.newest_message,
    hasFile: found.has,
    addFile: (file) => found.add(file),
  };
  const sources = sourcesOf(realm);
  const encoder = new TextEncoder();
  const lines: Uint8Array[] = [];
  let table: TableName | undefined;
  let bytes = 0;
  let next: Position | null = {
    source: archive.at_source,
    after: archive.after === null ? null : readAfter(archive.after, archive.id),
  };
  for (let pages = 0; next !== null && pages < MAX_PAGES && bytes < archiveLimits.piece_bytes; pages++) {
    const at: Position = next;
    const index = sources.findIndex(({ name }) => name === at.source);
    const source = sources[index];
    if (source === undefined) throw new Error(`no source ${at.source} of an archive`);
    if (table !== undefined && table !== source.part.table) break;
    const rows = isWanted(source, archive) ? await nextOf(source, at.after, context) : [];
    let last: Columns | undefined;
    for (const row of rows) {
      last = row;
      for (const made of await toArchiveRows(source, row, context)) {
        table = source.part.table;
        const line = encoder.encode(`${JSON.stringify(made)}\n`);
        lines.push(line);
        bytes += line.length;
      }
      if (found.bytes >= MAX_FILE_BYTES || bytes >= archiveLimits.piece_bytes) break;
    }
    const isOver = rows.length < atOnce(source) && last === rows.at(-1);
    next = isOver
      ? startOf(sources[index + 1])
      : { source: source.name, after: last ? keyIn(source.part.reading, last) : null };
    if (found.bytes >= MAX_FILE_BYTES) break;
    await scheduler.wait(YIELD_MS);
  }
  return { table, lines, files: found.files, missing: found.missing, next };
}

const atOnce = ({ part: { atOnce = ROWS_IN_PAGE } }: ExportSource) => atOnce;
const startOf = (source: ExportSource | undefined): Position | null =>
  source === undefined ? null : { source: source.name, after: null };

function nextOf(source: ExportSource, after: readonly SqlValue[] | null, context: ReadingContext) {
  const { reading } = source.part;
  const page = { after, most: atOnce(source) };
  return reading.next?.(context, page) ?? nextRows(context.realm.sql, reading, { ...page, newest: context.newest });
}
