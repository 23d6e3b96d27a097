import { entryOf } from "../util/collections.ts";
import { concatBytes } from "../util/join-bytes.ts";
import { archiveLimits } from "./archive-limits.ts";
import { digestOf, digestOfSource } from "./digest.ts";
import { MANIFEST_MEMBER, type ManifestFacts, type PieceOfTable, pieceMember, writeManifest } from "./manifest.ts";
import type { Spool } from "./spool.ts";
import { type TableName, tableNames, type WrittenRow } from "./tables.ts";
import { paddingOf, TAR_END, tarHeader } from "./tar.ts";

export interface Member {
  readonly name: string;
  readonly content: Blob;
}

/** The fields of a `files` row that describe the content. */
interface WrittenFile {
  readonly member: string;
  readonly size: number;
  readonly sha256: string;
}

interface Pending {
  lines: Uint8Array[];
  bytes: number;
}

/** Maximum bytes of pending rows across all tables. Beyond that, the longest piece is ended. */
const MAX_PENDING = 4 * archiveLimits.piece_bytes;

/**
 * Writes the members of an archive. Rows of a table keep their order; tables can be interleaved freely. Rows are not
 * validated.
 */
export class ArchiveWriter {
  readonly #spool: Spool;
  readonly #pending = new Map<TableName, Pending>();
  readonly #pieces = new Map<TableName, PieceOfTable[]>();
  readonly #contents = new Map<string, Blob>();
  readonly #files: Member[] = [];
  readonly #encoder = new TextEncoder();
  #waiting = 0;
  #fileBytes = 0;

  constructor(spool: Spool) {
    this.#spool = spool;
  }

  /** Adds a row. Completes at once if no piece has to be written first. */
  async row<Name extends TableName>(table: Name, row: WrittenRow<Name>): Promise<void> {
    const line = this.#encoder.encode(`${JSON.stringify(row)}\n`);
    const pending = entryOf(this.#pending, table, () => ({ lines: [], bytes: 0 }));
    pending.lines.push(line);
    pending.bytes += line.length;
    this.#waiting += line.length;
    if (pending.bytes >= archiveLimits.piece_bytes) await this.#endPiece(table);
    else if (this.#waiting > MAX_PENDING) await this.#endPiece(this.#longest());
  }

  /**
   * Adds a file without copying its content, and returns the fields for its row. Throws if the name is already used.
   */
  async file(member: string, content: Blob): Promise<WrittenFile> {
    if (this.#contents.has(member)) throw new Error(`the archive has two files ${member}`);
    this.#contents.set(member, content);
    this.#files.push({ name: member, content });
    this.#fileBytes += content.size;
    return { member, size: content.size, sha256: await digestOfSource(content) };
  }

  /** Returns the archive's members in order. */
  async finish(facts: ManifestFacts): Promise<Member[]> {
    for (const table of this.#pending.keys()) await this.#endPiece(table);
    const files = { count: this.#files.length, bytes: this.#fileBytes };
    const manifest = writeManifest(facts, this.#pieces, { ...files, missing: 0 });
    const pieces = tableNames.flatMap((table) => this.#pieces.get(table) ?? []);
    return [
      { name: MANIFEST_MEMBER, content: new Blob([manifest]) },
      ...pieces.map(({ member }) => ({ name: member, content: this.#contents.get(member) ?? new Blob([]) })),
      ...this.#files,
    ];
  }

  #longest(): TableName | undefined {
    return [...this.#pending].sort(([, a], [, b]) => b.bytes - a.bytes)[0]?.[0];
  }

  async #endPiece(table: TableName | undefined): Promise<void> {
    const pending = table && this.#pending.get(table);
    if (table === undefined || pending === undefined) return;
    this.#pending.delete(table);
    this.#waiting -= pending.bytes;
    const pieces = entryOf(this.#pieces, table, () => []);
    const { content, ...piece } = await makePiece(pending.lines, pieceMember(table, pieces.length + 1));
    pieces.push(piece);
    const file = await this.#spool.create();
    await file.write(content);
    this.#contents.set(piece.member, await file.close());
  }
}

/** Compresses lines into a piece, and returns its manifest entry. */
export async function makePiece(
  lines: readonly Uint8Array[],
  member: string,
): Promise<PieceOfTable & { readonly content: Uint8Array<ArrayBuffer> }> {
  const content = await gzipped(concatBytes(lines));
  return { member, bytes: content.length, sha256: await digestOf(content), rows: lines.length, content };
}

const gzipped = async (bytes: Uint8Array): Promise<Uint8Array<ArrayBuffer>> =>
  new Uint8Array(
    await new Response(new Blob([bytes.slice()]).stream().pipeThrough(new CompressionStream("gzip"))).arrayBuffer(),
  );

export async function* tarOf(members: readonly Member[], modified: number): AsyncGenerator<Uint8Array> {
  for (const { name, content } of members) {
    yield tarHeader({ name, size: content.size }, modified);
    const reader = content.stream().getReader();
    for (let part = await reader.read(); !part.done; part = await reader.read()) yield part.value;
    yield new Uint8Array(paddingOf(content.size));
  }
  yield TAR_END;
}
