import { type NoParams, type SqlValue, statement } from "../../database/statement.ts";
import type { Milliseconds } from "../../util/time.ts";
import type { SchemaStep } from "../schema.ts";
import type { UnshippedRow } from "./unshipped-rows.ts";

/**
 * Phase of a move: emptying the other database before the copy, copying rows to it, or removing rows. Rows are removed
 * from the old database after the switch, and from the other one after a canceled move.
 */
export type MovePhase = "clearing" | "copying" | "removing";

export const moveTables: readonly SchemaStep[] = [
  `CREATE TABLE move (
     -- The other database: the one that gets the rows, or that they are removed from.
     database TEXT NOT NULL,
     phase TEXT NOT NULL,
     not_before INTEGER NOT NULL,
     -- The epoch that is copied, and the batches' stamps, like those of shipments.
     epoch INTEGER NOT NULL,
     stamp TEXT NOT NULL,
     attempts TEXT NOT NULL,
     -- Progress: the table, or null after the last one, and the last key in it, as JSON.
     bulk_table TEXT,
     last_key TEXT,
     rows INTEGER NOT NULL,
     failures INTEGER NOT NULL,
     error TEXT
   ) STRICT;
   -- Rows shipped since the copy started, which are copied again.
   CREATE TABLE moved_marks (
     seq INTEGER PRIMARY KEY AUTOINCREMENT,
     bulk_table TEXT NOT NULL,
     row_key TEXT NOT NULL,
     UNIQUE (bulk_table, row_key)
   ) STRICT;`,
];

export interface MoveRow {
  database: string;
  phase: MovePhase;
  not_before: Milliseconds;
  epoch: number;
  stamp: string;
  attempts: string;
  bulk_table: string | null;
  last_key: string | null;
  rows: number;
  failures: number;
  error: string | null;
}

const COLUMNS = "database, phase, not_before, epoch, stamp, attempts, bulk_table, last_key, rows, failures, error";

export const readMove = statement<NoParams, MoveRow>(`SELECT ${COLUMNS} FROM move`);
export const insertMove = statement<{ [Column in keyof MoveRow]: MoveRow[Column] & SqlValue }>(
  `INSERT INTO move (${COLUMNS})
   VALUES (:database, :phase, :not_before, :epoch, :stamp, :attempts, :bulk_table, :last_key, :rows, :failures, :error)`,
);
export const deleteMove = statement("DELETE FROM move");

/** Deletes the marks that `insertMarks` is about to add again. `seqs` is a JSON list of the `seq` of unshipped rows. */
export const forgetMarksAgain = statement<{ seqs: string }>(
  `DELETE FROM moved_marks WHERE (bulk_table, row_key) IN
     (SELECT bulk_table, row_key FROM unshipped WHERE seq IN (SELECT value FROM json_each(:seqs)))`,
);
export const insertMarks = statement<{ seqs: string }>(
  `INSERT INTO moved_marks (bulk_table, row_key)
   SELECT bulk_table, row_key FROM unshipped WHERE seq IN (SELECT value FROM json_each(:seqs)) ORDER BY seq`,
);
export const oldestMarks = statement<{ most: number }, UnshippedRow>(
  "SELECT seq, bulk_table, row_key FROM moved_marks ORDER BY seq LIMIT :most",
);
export const deleteMarks = statement<{ seqs: string }>(
  "DELETE FROM moved_marks WHERE seq IN (SELECT value FROM json_each(:seqs))",
);
export const deleteAllMarks = statement("DELETE FROM moved_marks");
/** Ships again the rows that the old database refused. */
export const unparkAll = statement(
  "INSERT OR IGNORE INTO unshipped (bulk_table, row_key) SELECT bulk_table, row_key FROM parked_marks",
);
export const deleteParked = statement("DELETE FROM parked_marks");
