import type { Manifest, PieceOfTable } from "../../../../archive-format/manifest.ts";
import { type NoParams, statement } from "../../../../database/statement.ts";
import type { Milliseconds } from "../../../../util/time.ts";

type ArchiveState = "running" | "done" | "failed" | "ended";

/** An archive that is being written, or can be downloaded. */
export interface ArchiveRow {
  readonly id: number;
  /**
   * Id of the export that administrators see. Null for other archives, such as the server administrator's archive of a
   * whole organization.
   */
  readonly export_id: number | null;
  readonly scope: Manifest["scope"];
  /** Kind of archive: `organization`, or one created by another feature (`kinds.ts`). */
  readonly kind: string;
  /** Id of the account or of the other feature's export that the archive belongs to. */
  readonly subject: number | null;
  readonly secrets: number;
  /** Secret part of the download URL. */
  readonly token: string;
  readonly started_at: Milliseconds;
  readonly ended_at: Milliseconds | null;
  readonly state: ArchiveState;
  /** Id of the newest message when the archive was started. */
  readonly newest_message: number;
  readonly at_source: string;
  /** Key of the last row read, as JSON, or null at the start of the source. */
  readonly after: string | null;
  /** Number of pieces written, which is also the number of the next one. */
  readonly pieces: number;
  /** Number of bytes that pieces and files take in the tar file. */
  readonly pieces_size: number;
  readonly files_size: number;
  /** Number of files that were missing from the store. */
  readonly missing: number;
  /** Size of the manifest, and ETag of the whole archive. Only set once the archive is done. */
  readonly manifest_size: number;
  readonly etag: string;
  /** Number of failed attempts to write the next piece. */
  readonly failures: number;
}

const columns = `id, export_id, scope, kind, subject, secrets, token, started_at, ended_at, state, newest_message, at_source, after, pieces,
  pieces_size, files_size, missing, manifest_size, etag, failures`;

export const archiveSchema = `CREATE TABLE archives (
     id INTEGER PRIMARY KEY AUTOINCREMENT,
     export_id INTEGER UNIQUE,
     scope TEXT NOT NULL,
     secrets INTEGER NOT NULL,
     token TEXT NOT NULL UNIQUE,
     started_at INTEGER NOT NULL,
     ended_at INTEGER,
     state TEXT NOT NULL DEFAULT 'running',
     newest_message INTEGER NOT NULL,
     at_source TEXT NOT NULL,
     after TEXT,
     pieces INTEGER NOT NULL DEFAULT 0,
     pieces_size INTEGER NOT NULL DEFAULT 0,
     files_size INTEGER NOT NULL DEFAULT 0,
     missing INTEGER NOT NULL DEFAULT 0,
     manifest_size INTEGER NOT NULL DEFAULT 0,
     etag TEXT NOT NULL DEFAULT '',
     failures INTEGER NOT NULL DEFAULT 0
   ) STRICT;
   -- The members of an archive after its manifest: first the pieces of tables, then stored files.
   CREATE TABLE archive_members (
     archive_id INTEGER NOT NULL,
     is_file INTEGER NOT NULL,
     -- Offset of its header among the pieces, in the order in which they were written, or among the files.
     at INTEGER NOT NULL,
     name TEXT NOT NULL,
     -- Key in the store.
     key TEXT NOT NULL,
     size INTEGER NOT NULL,
     -- Only for pieces.
     table_name TEXT,
     rows INTEGER,
     sha256 TEXT,
     PRIMARY KEY (archive_id, is_file, at)
   ) STRICT, WITHOUT ROWID;
   CREATE UNIQUE INDEX archive_members_by_name ON archive_members (archive_id, name);
   CREATE INDEX archive_members_by_key ON archive_members (key) WHERE is_file = 1;
   -- Files that only archives still need. They are deleted with these.
   CREATE TABLE held_files (key TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;`;

/** Adds columns for the archives that other features create. */
export const kindSchema = `ALTER TABLE archives ADD COLUMN kind TEXT NOT NULL DEFAULT 'organization';
   ALTER TABLE archives ADD COLUMN subject INTEGER;
   CREATE INDEX archives_by_subject ON archives (kind, subject) WHERE subject IS NOT NULL;`;

export const archiveById = statement<{ id: number }, ArchiveRow>(`SELECT ${columns} FROM archives WHERE id = :id`);
export const archiveByToken = statement<{ token: string }, ArchiveRow>(
  `SELECT ${columns} FROM archives WHERE token = :token`,
);
export const archiveOfExport = statement<{ export: number }, ArchiveRow>(
  `SELECT ${columns} FROM archives WHERE export_id = :export`,
);
/** Archives of the whole organization that are being written or are complete, newest first. */
export const wholeArchives = statement<NoParams, ArchiveRow>(
  `SELECT ${columns} FROM archives WHERE kind = 'organization' AND export_id IS NULL AND state IN ('running', 'done')
   ORDER BY id DESC`,
);
/** The newest archive of the whole organization, even if it failed or ended. */
export const lastWholeArchive = statement<NoParams, ArchiveRow>(
  `SELECT ${columns} FROM archives WHERE kind = 'organization' AND export_id IS NULL ORDER BY id DESC LIMIT 1`,
);
export const insertArchive = statement<
  Pick<ArchiveRow, "export_id" | "scope" | "token" | "started_at" | "newest_message" | "at_source"> & {
    secrets: boolean;
  },
  ArchiveRow
>(
  `INSERT INTO archives (export_id, scope, secrets, token, started_at, newest_message, at_source)
   VALUES (:export_id, :scope, :secrets, :token, :started_at, :newest_message, :at_source) RETURNING ${columns}`,
);
export const insertOfKind = statement<
  Pick<ArchiveRow, "kind" | "subject" | "token" | "started_at" | "newest_message" | "at_source">,
  ArchiveRow
>(
  `INSERT INTO archives (kind, subject, scope, secrets, token, started_at, newest_message, at_source)
   VALUES (:kind, :subject, 'standard', 0, :token, :started_at, :newest_message, :at_source) RETURNING ${columns}`,
);
export const archivesOfKind = statement<{ kind: string; subject: number }, ArchiveRow>(
  `SELECT ${columns} FROM archives WHERE kind = :kind AND subject = :subject ORDER BY id`,
);
export const deleteArchive = statement<{ id: number }>("DELETE FROM archives WHERE id = :id");
export const advanceArchive = statement<
  Pick<ArchiveRow, "id" | "at_source" | "after" | "pieces" | "pieces_size" | "files_size" | "missing">
>(
  `UPDATE archives SET at_source = :at_source, after = :after, pieces = :pieces, pieces_size = :pieces_size,
     files_size = :files_size, missing = :missing, failures = 0 WHERE id = :id`,
);
export const setManifest = statement<{ id: number; size: number; etag: string }>(
  "UPDATE archives SET manifest_size = :size, etag = :etag WHERE id = :id",
);
export const countFailure = statement<{ id: number }, { failures: number }>(
  "UPDATE archives SET failures = failures + 1 WHERE id = :id RETURNING failures",
);
export const setState = statement<{ id: number; state: ArchiveState; ended_at: Milliseconds }>(
  "UPDATE archives SET state = :state, ended_at = :ended_at WHERE id = :id",
);

export interface MemberRow {
  readonly at: number;
  readonly name: string;
  readonly key: string;
  readonly size: number;
}

type NewMember = { -readonly [Column in keyof MemberRow]: MemberRow[Column] } & { archive: number };

export const insertFile = statement<NewMember & { sha256?: string }>(
  `INSERT INTO archive_members (archive_id, is_file, at, name, key, size, sha256)
   VALUES (:archive, 1, :at, :name, :key, :size, :sha256)`,
);
export const insertPiece = statement<NewMember & { table_name: string; rows: number; sha256: string }>(
  `INSERT INTO archive_members (archive_id, is_file, at, name, key, size, table_name, rows, sha256)
   VALUES (:archive, 0, :at, :name, :key, :size, :table_name, :rows, :sha256)`,
);
export const memberNamed = statement<{ archive: number; name: string }, { one: number }>(
  "SELECT 1 AS one FROM archive_members WHERE archive_id = :archive AND name = :name",
);
export const fileNamed = statement<{ archive: number; name: string }, { size: number; sha256: string }>(
  `SELECT size, sha256 FROM archive_members WHERE archive_id = :archive AND name = :name AND sha256 IS NOT NULL`,
);
export const membersAfter = statement<
  { archive: number; after: string; most: number },
  { name: string; size: number; sha256: string; rows: number | null }
>(
  `SELECT name, size, sha256, rows FROM archive_members WHERE archive_id = :archive AND name > :after
   ORDER BY name LIMIT :most`,
);
export const piecesOfTable = statement<{ archive: number; table: string }, { pieces: number }>(
  `SELECT count(*) AS pieces FROM archive_members WHERE archive_id = :archive AND is_file = 0 AND table_name = :table`,
);
/** A piece with the data that the manifest contains about it. */
export interface PieceRow extends PieceOfTable {
  readonly table_name: string;
  readonly key: string;
}

export const piecesOf = statement<{ archive: number; table: string }, PieceRow>(
  `SELECT name AS member, key, size AS bytes, table_name, rows, sha256 FROM archive_members
   WHERE archive_id = :archive AND is_file = 0 AND table_name = :table ORDER BY at`,
);
export const deletePieces = statement<{ archive: number }>(
  "DELETE FROM archive_members WHERE archive_id = :archive AND is_file = 0",
);
export const fileTotals = statement<{ archive: number }, { count: number; bytes: number }>(
  "SELECT count(*) AS count, coalesce(sum(size), 0) AS bytes FROM archive_members WHERE archive_id = :archive AND is_file = 1",
);
/** Members starting with the one that contains a position. */
export const membersFrom = statement<{ archive: number; is_file: boolean; from: number; most: number }, MemberRow>(
  `SELECT at, name, key, size FROM archive_members WHERE archive_id = :archive AND is_file = :is_file AND at >= coalesce(
     (SELECT max(at) FROM archive_members WHERE archive_id = :archive AND is_file = :is_file AND at <= :from), 0)
   ORDER BY at LIMIT :most`,
);

export const isHeld = statement<{ key: string }, { one: number }>(
  "SELECT 1 AS one FROM archive_members WHERE key = :key AND is_file = 1 LIMIT 1",
);
export const holdFile = statement<{ key: string }>("INSERT OR IGNORE INTO held_files (key) VALUES (:key)");
export const deleteMembers = statement<{ archive: number; most: number }, { one: number }>(
  `DELETE FROM archive_members WHERE (archive_id, is_file, at) IN
     (SELECT archive_id, is_file, at FROM archive_members WHERE archive_id = :archive LIMIT :most) RETURNING 1 AS one`,
);
/** Deletes a batch of held files that no archive contains, except those being read. */
export const releaseHeld = statement<{ reading: string; most: number }, { key: string }>(
  `DELETE FROM held_files WHERE key IN (
     SELECT key FROM held_files h WHERE key NOT IN (SELECT value FROM json_each(:reading))
       AND NOT EXISTS (SELECT 1 FROM archive_members m WHERE m.key = h.key AND m.is_file = 1) LIMIT :most)
   RETURNING key`,
);

export const keptArchives = statement<NoParams, ArchiveRow>(
  `SELECT ${columns} FROM archives WHERE state IN ('running', 'done') ORDER BY id`,
);
export const piecesOfArchive = statement<{ archive: number }, { key: string }>(
  "SELECT key FROM archive_members WHERE archive_id = :archive AND is_file = 0",
);
export const allHeld = statement<NoParams, { key: string }>("SELECT key FROM held_files");
