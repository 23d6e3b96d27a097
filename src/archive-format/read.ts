import { gunzipSync } from "node:zlib";
import type * as v from "valibot";
import { ArchiveError, type ArchiveLocation } from "./archive-error.ts";
import { archiveLimits, MAX_PIECE_BYTES, parseRow } from "./archive-limits.ts";
import type { ByteSource } from "./blob-source.ts";
import { digestOf } from "./digest.ts";
import type { Manifest, PieceOfTable } from "./manifest.ts";
import { findMembers } from "./open.ts";
import { type ArchiveRow, archiveTables, isTableName, type TableName } from "./tables.ts";
import { type ReadMember, readTar } from "./tar-reader.ts";

export type ReadRow<Name extends TableName> = RowAt &
  ({ readonly row: ArchiveRow<Name> } | { readonly problem: string });

interface RowAt {
  readonly place: ArchiveLocation;
  readonly characters: number;
  /** Position after this row, to resume reading from. */
  readonly next: RowPosition;
}

/** How far a table has been read: the number of whole pieces, and of lines in the next piece. */
export interface RowPosition {
  readonly piece: number;
  readonly line: number;
}

/** An opened archive. Only its manifest and the positions of its pieces are in memory. */
export interface Archive {
  readonly manifest: Manifest;
  rows<Name extends TableName>(table: Name, from?: RowPosition): AsyncGenerator<ReadRow<Name>>;
  /** Yields the files in archive order. A file's `next` is the position to resume from after it. */
  files(from?: number): AsyncGenerator<ReadMember>;
  content(member: Pick<ReadMember, "at" | "size">): ByteSource;
}

/** Characters of rows to parse before letting other requests run. The worst rows take a tenth of a second to parse. */
const TURN = 250_000;

/** Opens an archive. Throws `ArchiveError` if it is invalid. */
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
    for (const text of pieceLines(bytes, piece)) {
      line += 1;
      if (index === from.piece && line <= from.line) continue;
      sinceTurn += text.length;
      if (sinceTurn > TURN) {
        sinceTurn = 0;
        // Pieces are fully in memory, so without this, reading their rows would never yield to the event loop.
        await new Promise((resolve) => setTimeout(resolve, 0));
      }
      const next = line === piece.rows ? { piece: index + 1, line: 0 } : { piece: index, line };
      yield { place: { member: piece.member, line }, next, characters: text.length, ...parseRow(schema, text) };
    }
  }
}

/** Returns the rows of a piece as bytes, after checking size and digest against the manifest. */
async function readPiece(source: ByteSource, piece: PieceOfTable): Promise<Uint8Array> {
  const stored = await source.arrayBuffer();
  if ((await digestOf(new Uint8Array(stored))) !== piece.sha256) {
    throw new ArchiveError("A piece of the archive is damaged: its digest is not the manifest's", piece);
  }
  return inflate(stored, piece);
}

/** Decompresses a piece, stopping once it exceeds the allowed size. */
function inflate(stored: ArrayBuffer, piece: PieceOfTable): Uint8Array {
  try {
    // Not a DecompressionStream, which consumes all of its input before its output can be counted.
    return gunzipSync(stored, { maxOutputLength: MAX_PIECE_BYTES });
  } catch (error) {
    if (error instanceof RangeError) throw new ArchiveError("A piece of the archive is too large", piece);
    throw new ArchiveError("A piece of the archive is not compressed as it should be", piece);
  }
}

/** Yields the lines of a piece. Throws if their number differs from the manifest. */
function* pieceLines(bytes: Uint8Array, piece: PieceOfTable): Generator<string> {
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

/** Returns the archive's tables that this program supports, in archive order. */
export const tablesOf = ({ manifest }: Archive): TableName[] =>
  manifest.tables.flatMap(({ name }) => (isTableName(name) ? [name] : []));
