import { gunzipSync } from "node:zlib";
import type * as v from "valibot";
import { ArchiveError, type ArchiveLocation } from "./archive-error.ts";
import { archiveLimits, MAX_PIECE_BYTES } from "./archive-limits.ts";
import type { ByteSource } from "./blob-source.ts";
import { digestOf } from "./digest.ts";
import type { Manifest, PieceOfTable } from "./manifest.ts";
import { findMembers } from "./open.ts";
import { parseRow } from "./parse-row.ts";
import { type ArchiveRow, archiveTables, isTableName, type TableName } from "./tables.ts";
import { type ReadMember, readTar } from "./tar-reader.ts";

/** A row, or what is wrong with the line that should be one. */
export type ReadRow<Name extends TableName> = RowAt &
  ({ readonly row: ArchiveRow<Name> } | { readonly problem: string });

interface RowAt {
  readonly place: ArchiveLocation;
  /** The length of its line. */
  readonly characters: number;
  /** The position after this row, where reading goes on. */
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

/** The characters of rows after which others are served: the worst take a tenth of a second to parse. */
const TURN = 250_000;

/** Opens an archive, or refuses it with an `ArchiveError`. */
export async function openArchive(source: ByteSource): Promise<Archive> {
  const content = ({ at, size }: Pick<ReadMember, "at" | "size">) => source.slice(at, at + size);
  const { manifest, pieces, filesFrom } = await findMembers(source);
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
  let [sinceTurn, stored, inflated] = [0, 0, 0];
  for (const [index, piece] of pieces.entries()) {
    if (index < from.piece) continue;
    const bytes = await read(piece);
    [stored, inflated] = [stored + piece.bytes, inflated + bytes.length];
    if (inflated > Math.max(archiveLimits.ratio_free_bytes, archiveLimits.ratio * stored))
      throw new ArchiveError("The archive grows far too much when it is unpacked", piece);
    let line = 0;
    for (const text of linesOf(bytes, piece)) {
      line += 1;
      if (index === from.piece && line <= from.line) continue;
      sinceTurn += text.length;
      if (sinceTurn > TURN) {
        sinceTurn = 0;
        // Pieces are in memory whole: reading their rows never yields to the event loop by itself.
        await new Promise((resolve) => setTimeout(resolve, 0));
      }
      const next = line === piece.rows ? { piece: index + 1, line: 0 } : { piece: index, line };
      yield { place: { member: piece.member, line }, next, characters: text.length, ...parseRow(schema, text) };
    }
  }
}

/** The rows of a piece as bytes, of the size and the digest that the manifest says. */
async function readPiece(source: ByteSource, piece: PieceOfTable): Promise<Uint8Array> {
  const stored = await source.arrayBuffer();
  if ((await digestOf(new Uint8Array(stored))) !== piece.sha256) {
    throw new ArchiveError("A piece of the archive is damaged: its digest is not the manifest's", piece);
  }
  return inflate(stored, piece);
}

/** Inflates a piece, and stops where it becomes larger than a piece may be. */
function inflate(stored: ArrayBuffer, piece: PieceOfTable): Uint8Array {
  try {
    // A DecompressionStream takes in all that it is given before anybody can count what came out of it.
    return gunzipSync(stored, { maxOutputLength: MAX_PIECE_BYTES });
  } catch (error) {
    if (error instanceof RangeError) throw new ArchiveError("A piece of the archive is too large", piece);
    throw new ArchiveError("A piece of the archive is not compressed as it should be", piece);
  }
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

/** The tables that an archive has, in its order, without those that this program does not know. */
export const tablesOf = ({ manifest }: Archive): TableName[] =>
  manifest.tables.flatMap(({ name }) => (isTableName(name) ? [name] : []));
