import type { Env } from "../../../../config/env.ts";
import type { BulkReader } from "../../../../database/bulk-reader.ts";
import type { Actor } from "../../../../protocol/actor.ts";
import type { Realm } from "../../../../realm/realm.ts";
import type { ArchiveRow } from "./rows.ts";

export type { ArchiveRow } from "./rows.ts";

/** Where the writing of an archive continues: a section, and the progress in it as JSON, or null at its start. */
export interface ArchivePosition {
  readonly section: string;
  readonly after: unknown;
}

interface StoredFile {
  readonly member: string;
  readonly key: string;
}

export interface PieceContext {
  readonly realm: Realm;
  readonly env: Env;
  readonly archive: ArchiveRow;
  readonly bulk: BulkReader;
  readonly at: ArchivePosition;
  /** Writes a member. A piece can have at most `MAX_MEMBERS`. */
  put(name: string, content: AsyncIterable<Uint8Array> | Uint8Array, rows: number): Promise<void>;
  /** Adds a stored file, unless the archive has it already. Returns undefined if the file doesn't exist. */
  addFile(file: StoredFile): Promise<{ readonly size: number; readonly sha256: string } | undefined>;
  /** Number of bytes of files that this piece has read to compute digests. */
  readonly bytesOfFiles: () => number;
}

/** A kind of archive created by another feature. It shares the jobs, storage, download and deletion of all archives. */
export interface ArchiveKind {
  /** Stored with each archive of this kind. */
  readonly name: string;
  readonly first: string;
  /** Writes the next piece, in limited time. Returns the position to continue at, or null at the end. */
  next(context: PieceContext): Promise<ArchivePosition | null>;
  /** Returns the first member's content, which describes the archive. Called in the change that ends the writing. */
  manifest(realm: Realm, archive: ArchiveRow): object;
  fileName(archive: ArchiveRow): string;
  isFor(realm: Realm, actor: Actor, archive: ArchiveRow): boolean;
  /** Runs in the change that starts, ends or deletes an archive. */
  changed?(realm: Realm, archive: ArchiveRow, state: "running" | "done" | "failed" | "ended"): void;
  /** Called before a download starts. Throws if it isn't allowed. */
  checkDownload?(realm: Realm, actor: Actor): void;
  /** Runs when a download starts. */
  downloaded?(realm: Realm, archive: ArchiveRow): void;
}

export const MAX_MEMBERS = 50;

/** Value of `at_source` once all has been read, so that only the manifest is left to write. */
export const FINISHING = "";

/** Kind of the organization archives that this feature creates. */
export const OF_ORGANIZATION = "organization";
