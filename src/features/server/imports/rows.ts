import * as v from "valibot";
import { type ArchiveRow, archiveTables, type TableName } from "../../../archive-format/tables.ts";
import { type NoParams, statement } from "../../../database/statement.ts";
import { stored } from "../../../database/stored.ts";
import type { UserId } from "../../../protocol/ids.ts";
import type { Realm } from "../../../realm/realm.ts";
import type { Milliseconds } from "../../../util/time.ts";
import type { ImportState } from "./import-schema.ts";

export interface ImportRow {
  readonly id: number;
  readonly state: ImportState;
  readonly user_id: UserId;
  /** Secret that the keys of the archive's parts and files are derived from. */
  readonly token: string;
  readonly size: number;
  readonly part_bytes: number;
  readonly created_at: Milliseconds;
  readonly started_at: Milliseconds | null;
  readonly ended_at: Milliseconds | null;
  readonly error: string | null;
  /** What later steps need from the manifest, as JSON, or null before the first check. */
  readonly facts: string | null;
  /** Position reached in the archive, as JSON, or null at the start. */
  readonly position: string | null;
  readonly done: number;
  readonly report: string | null;
  /** Ids of the newest message before the import, and of the archive's first and last messages. 0 if there are none. */
  readonly before_message: number;
  readonly first_message: number;
  readonly last_message: number;
  readonly failures: number;
  /** Number of the job that works on the import. Jobs with other numbers are obsolete. */
  readonly turn: number;
}

const columns = `id, state, user_id, token, size, part_bytes, created_at, started_at, ended_at, error, facts, position, done,
  report, before_message, first_message, last_message, failures, turn`;

export const schema = [
  `CREATE TABLE imports (
     id INTEGER PRIMARY KEY AUTOINCREMENT,
     state TEXT NOT NULL DEFAULT 'uploading',
     user_id INTEGER NOT NULL,
     token TEXT NOT NULL,
     size INTEGER NOT NULL,
     part_bytes INTEGER NOT NULL,
     created_at INTEGER NOT NULL,
     started_at INTEGER,
     ended_at INTEGER,
     error TEXT,
     facts TEXT,
     position TEXT,
     done INTEGER NOT NULL DEFAULT 0,
     report TEXT,
     before_message INTEGER NOT NULL DEFAULT 0,
     first_message INTEGER NOT NULL DEFAULT 0,
     last_message INTEGER NOT NULL DEFAULT 0,
     failures INTEGER NOT NULL DEFAULT 0,
     turn INTEGER NOT NULL DEFAULT 0
   ) STRICT;
   CREATE TABLE import_parts (
     import_id INTEGER NOT NULL, part INTEGER NOT NULL, PRIMARY KEY (import_id, part)
   ) STRICT, WITHOUT ROWID;
   -- New ids of the archive's ids, by kind. While an archive is checked, they are the same.
   CREATE TABLE import_ids (
     kind TEXT NOT NULL, archive_id INTEGER NOT NULL, id INTEGER NOT NULL, PRIMARY KEY (kind, archive_id)
   ) STRICT, WITHOUT ROWID;
   -- JSON: rows that refer to what is imported after them.
   CREATE TABLE import_later (
     kind TEXT NOT NULL, id INTEGER NOT NULL, value TEXT NOT NULL, PRIMARY KEY (kind, id)
   ) STRICT, WITHOUT ROWID;
   -- The archive's files that something refers to, and their keys in the store.
   CREATE TABLE import_files (
     member TEXT PRIMARY KEY, kind TEXT NOT NULL, target INTEGER NOT NULL, key TEXT NOT NULL, about TEXT NOT NULL
   ) STRICT, WITHOUT ROWID;`,
  `-- Names in the archive that must be unique, and counts in it that are limited.
   CREATE TABLE import_names (
     kind TEXT NOT NULL, name TEXT NOT NULL, value INTEGER NOT NULL, PRIMARY KEY (kind, name)
   ) STRICT, WITHOUT ROWID`,
];

export const allImports = statement<NoParams, ImportRow>(`SELECT ${columns} FROM imports ORDER BY id`);
export const importById = statement<{ id: number }, ImportRow>(`SELECT ${columns} FROM imports WHERE id = :id`);
export const countImports = statement<NoParams, { count: number }>("SELECT count(*) AS count FROM imports");
export const insertImport = statement<
  { user: number; token: string; size: number; part_bytes: number; now: Milliseconds },
  ImportRow
>(
  `INSERT INTO imports (user_id, token, size, part_bytes, created_at)
   VALUES (:user, :token, :size, :part_bytes, :now) RETURNING ${columns}`,
);
export const setState = statement<{ id: number; state: ImportState; error: string | null }>(
  "UPDATE imports SET state = :state, error = :error, failures = 0 WHERE id = :id",
);
export const setStarted = statement<{ id: number; now: Milliseconds; before: number }>(
  "UPDATE imports SET started_at = :now, before_message = :before WHERE id = :id",
);
export const setEnded = statement<{ id: number; now: Milliseconds }>(
  "UPDATE imports SET ended_at = :now WHERE id = :id",
);
export const setFacts = statement<{ id: number; facts: string }>("UPDATE imports SET facts = :facts WHERE id = :id");
export const setMessages = statement<{ id: number; first: number; last: number }>(
  "UPDATE imports SET first_message = :first, last_message = :last WHERE id = :id",
);
export const setProgress = statement<{ id: number; position: string | null; done: number; report: string | null }>(
  "UPDATE imports SET position = :position, done = :done, report = :report, failures = 0 WHERE id = :id",
);
export const countFailure = statement<{ id: number }, Pick<ImportRow, "failures" | "state">>(
  "UPDATE imports SET failures = failures + 1 WHERE id = :id RETURNING failures, state",
);
export const takeTurn = statement<{ id: number }, { turn: number }>(
  "UPDATE imports SET turn = turn + 1 WHERE id = :id RETURNING turn",
);
export const deleteImport = statement<{ id: number }>("DELETE FROM imports WHERE id = :id");

export const insertPart = statement<{ id: number; part: number }>(
  "INSERT OR IGNORE INTO import_parts (import_id, part) VALUES (:id, :part)",
);
export const countParts = statement<{ id: number }, { count: number }>(
  "SELECT count(*) AS count FROM import_parts WHERE import_id = :id",
);
export const missingParts = statement<{ id: number; parts: number; most: number }, { part: number }>(
  `WITH RECURSIVE all_parts (part) AS (
     SELECT 1 UNION ALL SELECT part + 1 FROM all_parts WHERE part < :parts
   )
   SELECT part FROM all_parts WHERE part NOT IN (SELECT part FROM import_parts WHERE import_id = :id) LIMIT :most`,
);
export const deletePart = statement<{ id: number; part: number }>(
  "DELETE FROM import_parts WHERE import_id = :id AND part = :part",
);
export const deleteParts = statement<{ id: number }>("DELETE FROM import_parts WHERE import_id = :id");

export const idsOfKind = statement<{ kind: string }, { archive_id: number; id: number }>(
  "SELECT archive_id, id FROM import_ids WHERE kind = :kind",
);
export const deleteIdsOfKind = statement<{ kind: string }>("DELETE FROM import_ids WHERE kind = :kind");
export const insertId = statement<{ kind: string; archive_id: number; id: number }>(
  "INSERT OR IGNORE INTO import_ids (kind, archive_id, id) VALUES (:kind, :archive_id, :id)",
);
export const insertLater = statement<{ kind: string; id: number; value: string }>(
  "INSERT OR REPLACE INTO import_later (kind, id, value) VALUES (:kind, :id, :value)",
);
export const laterOfKind = statement<{ kind: string }, { id: number; value: string }>(
  "SELECT id, value FROM import_later WHERE kind = :kind ORDER BY id",
);
export const laterOf = statement<{ kind: string; id: number }, { value: string }>(
  "SELECT value FROM import_later WHERE kind = :kind AND id = :id",
);

export const insertName = statement<{ kind: string; name: string; value: number }, { value: number }>(
  "INSERT OR IGNORE INTO import_names (kind, name, value) VALUES (:kind, :name, :value) RETURNING value",
);
export const putName = statement<{ kind: string; name: string; value: number }>(
  `INSERT INTO import_names (kind, name, value) VALUES (:kind, :name, :value)
   ON CONFLICT (kind, name) DO UPDATE SET value = excluded.value`,
);
export const valueOfName = statement<{ kind: string; name: string }, { value: number }>(
  "SELECT value FROM import_names WHERE kind = :kind AND name = :name",
);
export const deleteNamesOfKind = statement<{ kind: string }>("DELETE FROM import_names WHERE kind = :kind");
export const insertFile = statement<{ member: string; kind: string; target: number; key: string; about: string }>(
  "INSERT OR IGNORE INTO import_files (member, kind, target, key, about) VALUES (:member, :kind, :target, :key, :about)",
);

export interface ImportFileRow {
  readonly member: string;
  readonly kind: string;
  readonly target: number;
  readonly key: string;
  readonly about: string;
}
export const filesOfMembers = statement<{ members: string }, ImportFileRow>(
  `SELECT member, kind, target, key, about FROM import_files
   WHERE member IN (SELECT value FROM json_each(:members))`,
);
export const fileOfMember = statement<{ member: string }, ImportFileRow>(
  "SELECT member, kind, target, key, about FROM import_files WHERE member = :member",
);
export const setFileDone = statement<{ member: string }>(
  "UPDATE import_files SET about = 'done' WHERE member = :member",
);
export const filesMissing = statement<{ most: number }, ImportFileRow>(
  "SELECT member, kind, target, key, about FROM import_files WHERE about <> 'done' ORDER BY member LIMIT :most",
);
export const takeFiles = statement<{ most: number }, { key: string }>(
  `DELETE FROM import_files WHERE member IN (SELECT member FROM import_files ORDER BY member LIMIT :most) RETURNING key`,
);
export const deleteId = statement<{ kind: string; id: number }>(
  "DELETE FROM import_ids WHERE kind = :kind AND id = :id",
);
const deleteNames = statement("DELETE FROM import_names");
const deleteIds = statement("DELETE FROM import_ids");
const deleteLater = statement("DELETE FROM import_later");
const deleteFiles = statement("DELETE FROM import_files");
/** Statements that delete the data only a running import needs. */
export const deleteWorkings = [deleteIds, deleteLater, deleteFiles, deleteNames];

export const keptKind = (table: TableName) => `checked ${table}`;

/** Returns the rows of a table that a check has accepted so far. */
export function keptRows<Name extends TableName>(realm: Realm, table: Name): ArchiveRow<Name>[] {
  const read = stored("import_later.value", v.nullable(archiveTables[table]), () => null);
  const rows = laterOfKind.all(realm.sql, { kind: keptKind(table) }).map(({ value, id }) => read(value, id));
  return rows.filter((row) => row !== null) as ArchiveRow<Name>[];
}
