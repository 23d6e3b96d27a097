import { ArchiveError } from "../../../../archive-format/archive-error.ts";
import { type Archive, openArchive, type ReadRow } from "../../../../archive-format/read.ts";
import type { ArchiveRow, TableName } from "../../../../archive-format/tables.ts";
import { parseMarkup } from "../../../../markup/index.ts";
import type { ReadLine, ValidLine } from "../../../../realm/archive-io/writing.ts";
import type { RowsAnswer, RowsRequest, StoredMember, Unreadable } from "./importer-port.ts";
import { type IdMaps, rewriteReferences } from "./rewrite-references.ts";
import { storedArchive, type UploadedArchive, uploadPathOf } from "./stored-archive.ts";

/** Maximum characters of rows in one response. The first row is always included, even if it is longer. */
const MAX_CHARACTERS = 1_500_000;
/** Number of rows that are read before other work on the same machine can run. Lower for messages, which are parsed. */
const READ_AT_ONCE = { parsed: 20, others: 100 };

/** Reads one archive. Only one piece of its rows is in memory at a time. */
export class ArchiveReader {
  readonly #store: R2Bucket;
  readonly #archive: UploadedArchive;
  #opened: Promise<Archive> | undefined;
  #reading: { readonly at: string; readonly rows: AsyncGenerator<ReadRow<TableName>> } | undefined;
  #maps: { readonly version: string; readonly maps: IdMaps } | undefined;

  constructor(store: R2Bucket, archive: UploadedArchive) {
    this.#store = store;
    this.#archive = archive;
  }

  open(): Promise<Archive> {
    this.#opened ??= openArchive(storedArchive(this.#store, this.#archive));
    return this.#opened;
  }

  /** Returns as many rows as fit into one response, or undefined if the importer needs the maps. */
  async rows(request: RowsRequest): Promise<RowsAnswer | undefined> {
    const { rewriting, from, table, most } = request;
    if (rewriting?.maps !== undefined) this.#maps = { version: rewriting.version, maps: rewriting.maps };
    if (rewriting !== null && this.#maps?.version !== rewriting.version) return undefined;
    const maps = rewriting === null ? undefined : this.#maps?.maps;
    const rows = await this.#rowsFrom(table, from);
    const lines: ReadLine<ArchiveRow<TableName>>[] = [];
    const atOnce = maps !== undefined && table === "messages" ? READ_AT_ONCE.parsed : READ_AT_ONCE.others;
    let characters = 0;
    while (lines.length < most && characters < MAX_CHARACTERS) {
      const { done, value } = await rows.next();
      if (done) return { lines, isEnd: true };
      const line = "row" in value && maps !== undefined ? await this.#rewritten(value, maps, request) : value;
      characters += lineSize(line);
      lines.push(line);
      if (lines.length % atOnce === 0) await scheduler.wait(0);
    }
    const last = lines.at(-1);
    if (last !== undefined) this.#reading = { at: positionKey(table, last.next), rows };
    return { lines, isEnd: false };
  }

  /** Returns the next files from the header at `from` on. Null starts with the first file. */
  async files(from: number | null, most: number): Promise<{ members: StoredMember[]; isEnd: boolean }> {
    const archive = await this.open();
    const members: StoredMember[] = [];
    for await (const { name, at, size, next } of archive.files(from ?? undefined)) {
      members.push({ name, at, size, next });
      if (members.length === most) return { members, isEnd: false };
    }
    return { members, isEnd: true };
  }

  /** Continues the last read if it ended at this position. Otherwise, starts a new one. */
  async #rowsFrom(
    table: TableName,
    from: { piece: number; line: number },
  ): Promise<AsyncGenerator<ReadRow<TableName>>> {
    const reading = this.#reading;
    this.#reading = undefined;
    if (reading?.at === positionKey(table, from)) return reading.rows;
    return (await this.open()).rows(table, from);
  }

  async #rewritten(line: ValidLine<TableName>, maps: IdMaps, { archive }: RowsRequest): Promise<ValidLine<TableName>> {
    const uploadPath = (path: string) => uploadPathOf(archive, path);
    const rewrite = (text: string) => rewriteReferences(text, { maps, uploadPath });
    const row = withRewritten(line.row, rewrite);
    const isRendered = "sent_at" in row || "deliver_at" in row || "date_edited" in row;
    if (!isRendered || !("content" in row) || typeof row.content !== "string") return { ...line, row };
    const markup = await parseMarkup(row.content);
    if (!("edits" in row) || row.edits.length === 0) return { ...line, row, markup };
    const edits = row.edits.map((edit) => withRewritten(edit, rewrite));
    const parsed = await Promise.all(
      edits.map(({ prev_content }) => (prev_content === undefined ? null : parseMarkup(prev_content))),
    );
    return { ...line, row: { ...row, edits }, markup, edits: parsed };
  }
}

/** Fields that can refer to ids and files, each with the prefix that completes its value. */
const REFERRING = { content: "", prev_content: "", note: "", url: "", fragment: "#" };

function withRewritten<Row extends Record<string, unknown>>(row: Row, rewrite: (text: string) => string): Row {
  const copy: Record<string, unknown> = { ...row };
  for (const [field, start] of Object.entries(REFERRING)) {
    const text = copy[field];
    if (typeof text === "string") copy[field] = rewrite(start + text).slice(start.length);
  }
  return copy as Row;
}

const positionKey = (table: TableName, { piece, line }: { piece: number; line: number }) => `${table} ${piece} ${line}`;

const lineSize = (line: ReadLine<ArchiveRow<TableName>>): number =>
  "markup" in line ? line.characters + JSON.stringify([line.markup, line.edits]).length : line.characters;

/** Converts the error of an unreadable archive to a response. Rethrows other errors, so that the work is retried. */
export async function orUnreadable<T>(work: () => Promise<T>): Promise<T | Unreadable> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ArchiveError) return { problem: error.message };
    throw error;
  }
}
