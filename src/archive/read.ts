import * as v from "valibot";
import { ArchiveError, type Place } from "./archive-error.ts";
import { archiveLimits, MOST_PIECE_BYTES } from "./archive-limits.ts";
import { type ByteSource, bytesOf } from "./blob-source.ts";
import { digestOf } from "./digest.ts";
import { MANIFEST_MEMBER, type Manifest, manifestSchema, type PieceOfTable } from "./manifest.ts";
import { type ArchiveRow, archiveTables, isTableName, type TableName } from "./tables.ts";
import { type ReadMember, readTar } from "./tar-reader.ts";

/** A row, or what is wrong with the line that should be one. */
export type ReadRow<Name extends TableName> = RowAt &
  ({ readonly row: ArchiveRow<Name> } | { readonly problem: string });

interface RowAt {
  readonly place: Place;
  /** How long its line is. */
  readonly characters: number;
  /** Where to go on after this row. */
  readonly next: RowPosition;
}

/** The rows that have been read of a table: so many pieces, and so many lines of the one after them. */
export interface RowPosition {
  readonly piece: number;
  readonly line: number;
}

/** An archive that has been opened. Only its manifest is in memory, and where each piece stands. */
export interface Archive {
  readonly manifest: Manifest;
  /** The rows of a table, in order, from a position on. */
  rows<Name extends TableName>(table: Name, from?: RowPosition): AsyncGenerator<ReadRow<Name>>;
  /** The files, in the order in which they stand; `next` of one is where to go on after it. */
  files(from?: number): AsyncGenerator<ReadMember>;
  /** The content of a member. */
  content(member: Pick<ReadMember, "at" | "size">): ByteSource;
}

/**
 * Opens an archive: reads the manifest, and finds the pieces that it names. What is no archive of this format, is cut off, or
 * has other members than its manifest says is refused with an `ArchiveError`.
 */
export async function openArchive(source: ByteSource): Promise<Archive> {
  const content = ({ at, size }: Pick<ReadMember, "at" | "size">) => source.slice(at, at + size);
  const members = readTar(source);
  const { value: first } = await members.next();
  if (first === undefined || first.name !== MANIFEST_MEMBER || first.size > archiveLimits.manifest_bytes) {
    throw new ArchiveError("This is no archive of Parley: it does not begin with manifest.json");
  }
  const manifest = parseManifest(await bytesOf(content(first)));
  const listed = manifest.tables.flatMap(({ pieces }) => pieces);
  const pieces = new Map<string, ReadMember>();
  let filesFrom = first.next;
  // Pieces stand in the manifest's order, so that one that is missing or different shows at once.
  for (const piece of listed) {
    const { value: member } = await members.next();
    if (member === undefined || member.name !== piece.member || member.size !== piece.bytes) {
      throw new ArchiveError("The archive has not what its manifest says", { member: piece.member });
    }
    pieces.set(member.name, member);
    filesFrom = member.next;
  }
  await members.return(undefined);
  return {
    manifest,
    content,
    files: (from = filesFrom) => readFiles(source, from),
    rows: (table, from = { piece: 0, line: 0 }) => {
      const listed = manifest.tables.find(({ name }) => name === table)?.pieces ?? [];
      const read = (piece: PieceOfTable) => readPiece(content(pieces.get(piece.member) ?? { at: 0, size: 0 }), piece);
      return readRows(table, listed, { from, read });
    },
  };
}

function parseManifest(bytes: Uint8Array): Manifest {
  const place = { member: MANIFEST_MEMBER };
  const value = parsed(new TextDecoder().decode(bytes));
  if (v.is(v.object({ format: v.number() }), value) && !v.is(manifestSchema.entries.format, value.format)) {
    throw new ArchiveError(`The archive has format ${value.format}, which this version does not know`, place);
  }
  const result = v.safeParse(manifestSchema, value);
  if (!result.success) throw new ArchiveError(`The manifest is not valid: ${problemOf(result.issues)}`, place);
  const names = result.output.tables.map(({ name }) => name);
  if (new Set(names).size < names.length) throw new ArchiveError("The manifest has a table twice", place);
  for (const { name, pieces } of result.output.tables) {
    const strange = pieces.find(({ member }) => !member.startsWith(`tables/${name}/`));
    if (strange !== undefined) throw new ArchiveError("The manifest has a piece of another table", strange);
  }
  return result.output;
}

async function* readFiles(source: ByteSource, from: number): AsyncGenerator<ReadMember> {
  for await (const member of readTar(source, from)) {
    if (!member.name.startsWith("files/"))
      throw new ArchiveError("The archive has an unexpected member", { member: member.name });
    yield member;
  }
}

async function* readRows<Name extends TableName>(
  table: Name,
  pieces: readonly PieceOfTable[],
  { from, read }: { from: RowPosition; read: (piece: PieceOfTable) => Promise<Uint8Array> },
): AsyncGenerator<ReadRow<Name>> {
  const schema: v.GenericSchema<unknown, ArchiveRow<Name>> = archiveTables[table];
  for (const [index, piece] of pieces.entries()) {
    if (index < from.piece) continue;
    let line = 0;
    for (const text of linesOf(await read(piece), piece)) {
      line += 1;
      if (index === from.piece && line <= from.line) continue;
      const next = line === piece.rows ? { piece: index + 1, line: 0 } : { piece: index, line };
      yield { place: { member: piece.member, line }, next, characters: text.length, ...readRow(schema, text) };
    }
  }
}

function readRow<Row>(
  schema: v.GenericSchema<unknown, Row>,
  text: string,
): { readonly row: Row } | { readonly problem: string } {
  const value = parsed(text);
  if (value === undefined) return { problem: "it is not JSON" };
  const result = v.safeParse(schema, value);
  return result.success ? { row: result.output } : { problem: problemOf(result.issues) };
}

/** The rows of a piece as bytes, of the size and the digest that the manifest says. */
async function readPiece(source: ByteSource, piece: PieceOfTable): Promise<Uint8Array> {
  const stored = await source.arrayBuffer();
  if ((await digestOf(new Uint8Array(stored))) !== piece.sha256) {
    throw new ArchiveError("A piece of the archive is damaged: its digest is not the manifest's", piece);
  }
  return inflated(new Blob([stored]), piece);
}

/** Inflates a piece, and stops where it becomes larger than a piece may be. */
async function inflated(stored: Blob, piece: PieceOfTable): Promise<Uint8Array> {
  const reader = stored.stream().pipeThrough(new DecompressionStream("gzip")).getReader();
  const parts: Uint8Array[] = [];
  let size = 0;
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      parts.push(part.value);
      size += part.value.length;
      if (size > MOST_PIECE_BYTES) break;
    }
  } catch {
    throw new ArchiveError("A piece of the archive is not compressed as it should be", piece);
  }
  if (size > MOST_PIECE_BYTES) {
    await reader.cancel().catch(() => undefined);
    throw new ArchiveError("A piece of the archive is too large", piece);
  }
  const all = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/** The lines of a piece, one after the other; there have to be as many as the manifest says. */
function* linesOf(bytes: Uint8Array, piece: PieceOfTable): Generator<string> {
  const decoder = new TextDecoder();
  let rows = 0;
  for (let at = 0; at < bytes.length; rows += 1) {
    const end = bytes.indexOf(0x0a, at);
    const line = bytes.subarray(at, end < 0 ? bytes.length : end);
    if (line.length > archiveLimits.row_bytes || rows === piece.rows) break;
    yield decoder.decode(line);
    at = end < 0 ? bytes.length : end + 1;
    if (at === bytes.length && rows + 1 === piece.rows) return;
  }
  throw new ArchiveError("A piece of the archive has not the rows that its manifest says", piece);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const problemOf = ([issue]: readonly [v.BaseIssue<unknown>, ...v.BaseIssue<unknown>[]]): string => {
  const path = v.getDotPath(issue);
  return `${path ?? "the row"}: ${issue.message}`.slice(0, 300);
};

/** The tables that an archive has, in its order, without those that this program does not know. */
export const tablesOf = ({ manifest }: Archive): TableName[] =>
  manifest.tables.flatMap(({ name }) => (isTableName(name) ? [name] : []));
