import { type NoParams, statement } from "../../database/statement.ts";
import type { Milliseconds } from "../../util/time.ts";

/** A row of a bulk table that was changed or deleted since it was last shipped to D1. */
export interface UnshippedRow {
  seq: number;
  bulk_table: string;
  /** The row's primary key values, as a JSON list. */
  row_key: string;
}

/** Statements over the unshipped rows of these tables. Rows of tables that only a newer program has stay unshipped. */
export const unshippedOf = (tables: Iterable<string>) => {
  const known = `+bulk_table IN (${[...tables].map((name) => `'${name}'`).join(", ")})`;
  return {
    oldest: statement<{ most: number }, UnshippedRow>(
      `SELECT seq, bulk_table, row_key FROM unshipped WHERE ${known} ORDER BY seq LIMIT :most`,
    ),
    newest: statement<NoParams, Pick<UnshippedRow, "seq">>(
      `SELECT seq FROM unshipped WHERE ${known} ORDER BY seq DESC LIMIT 1`,
    ),
  };
};
export const deleteUnshipped = statement<{ seqs: string }>(
  "DELETE FROM unshipped WHERE seq IN (SELECT value FROM json_each(:seqs))",
);
/** `keys` is a JSON list of keys, each a JSON list. Delete before inserting, so that a row gets a new `seq`. */
export const deleteUnshippedKeys = statement<{ bulk_table: string; keys: string }>(
  "DELETE FROM unshipped WHERE bulk_table = :bulk_table AND row_key IN (SELECT value FROM json_each(:keys))",
);
export const insertUnshipped = statement<{ bulk_table: string; keys: string }>(
  "INSERT INTO unshipped (bulk_table, row_key) SELECT :bulk_table, value FROM json_each(:keys)",
);
export const setQuiet = statement<{ quiet: number }>("UPDATE shipping SET quiet = :quiet");

/** Records a row that D1 refuses, so that it can be left out while others are shipped. */
export const insertRefused = statement<{ seq: number; error: string; now: Milliseconds }>(
  `INSERT OR REPLACE INTO parked_marks (bulk_table, row_key, error, since)
   SELECT bulk_table, row_key, :error, :now FROM unshipped WHERE seq = :seq`,
);
export const refusedCount = statement<NoParams, { count: number }>("SELECT count(*) AS count FROM parked_marks");
/** Ships again the rows that were refused long ago. */
export const retryRefusedBefore = statement<{ before: Milliseconds }>(
  `INSERT OR IGNORE INTO unshipped (bulk_table, row_key)
   SELECT bulk_table, row_key FROM parked_marks WHERE since < :before`,
);
export const deleteRefusedBefore = statement<{ before: Milliseconds }>(
  "DELETE FROM parked_marks WHERE since < :before",
);
/** Deletes the records of refused rows that have been shipped after all. */
export const deleteRefusedShipped = statement<{ seqs: string }>(
  `DELETE FROM parked_marks WHERE (bulk_table, row_key) IN (
     SELECT bulk_table, row_key FROM unshipped WHERE seq IN (SELECT value FROM json_each(:seqs))
   )`,
);
export const refusedIds = statement<{ bulk_table: string }, { id: number }>(
  "SELECT row_key ->> 0 AS id FROM parked_marks WHERE bulk_table = :bulk_table",
);
