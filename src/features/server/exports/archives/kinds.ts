import type { Env } from "../../../../config/env.ts";
import type { BulkReader } from "../../../../database/bulk-reader.ts";
import type { Actor } from "../../../../protocol/actor.ts";
import type { Realm } from "../../../../realm/realm.ts";
import type { ArchiveRow } from "./rows.ts";

export type { ArchiveRow } from "./rows.ts";

/** The place where an archive goes on: a section of it, and how far that was read (as JSON; null at its beginning). */
export interface ArchivePosition {
  readonly section: string;
  readonly after: unknown;
}

/** A file of the store that an archive has as a member. */
interface StoredFile {
  readonly member: string;
  readonly key: string;
}

/** The surroundings in which a piece of an archive is made. */
export interface PieceContext {
  readonly realm: Realm;
  readonly env: Env;
  readonly archive: ArchiveRow;
  readonly bulk: BulkReader;
  readonly at: ArchivePosition;
  /** Writes a member. No more than `MAX_MEMBERS` are written in one piece. */
  put(name: string, content: AsyncIterable<Uint8Array> | Uint8Array, rows: number): Promise<void>;
  /** Adds a file of the store; undefined where the store has none. One that is there already is not added again. */
  addFile(file: StoredFile): Promise<{ readonly size: number; readonly sha256: string } | undefined>;
  /** The bytes of files that this piece has read for their digests. */
  readonly bytesOfFiles: () => number;
}

/** A kind of archive that another feature makes. The jobs, the store, the download and the end are those of all archives. */
export interface ArchiveKind {
  /** Stored with each archive. */
  readonly name: string;
  /** The first section. */
  readonly first: string;
  /** Makes the next piece; a bounded amount of work. It returns where to go on, or null at the end. */
  next(context: PieceContext): Promise<ArchivePosition | null>;
  /** The first member, which says what the archive is. It is made in the change that ends the writing. */
  manifest(realm: Realm, archive: ArchiveRow): object;
  fileName(archive: ArchiveRow): string;
  /** Whether an account can download it. */
  isFor(realm: Realm, actor: Actor, archive: ArchiveRow): boolean;
  /** Runs in the change that begins, ends or deletes an archive. */
  changed?(realm: Realm, archive: ArchiveRow, state: "running" | "done" | "failed" | "ended"): void;
  /** Refuses a download before it begins. */
  checkDownload?(realm: Realm, actor: Actor): void;
  /** Runs where a download begins. */
  downloaded?(realm: Realm, archive: ArchiveRow): void;
}

/** The most members that one piece has. */
export const MAX_MEMBERS = 50;

/** The kind of archives of an organization, which this feature makes itself. */
export const OF_ORGANIZATION = "organization";
