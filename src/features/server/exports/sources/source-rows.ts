import { type Sql, type SqlValue, statement } from "../../../../database/statement.ts";
import type { Columns as Row, TableSource } from "../../../../realm/archive-io/reading.ts";

type Columns = Record<string, SqlStorageValue>;

/** Adds the table alias `t` to a column that has neither a table nor an `AS`. */
const qualifyColumn = (column: string) => (/[. ]/.test(column) ? column : `t.${column}`);
const columnName = (column: string) => column.replace(/^.* AS /, "").replace(/^\w+\./, "");

/** Returns the next rows in key order. The number of rows per page is limited, including rows that the export omits. */
export function nextRows(
  sql: Sql,
  { from, where, key, columns }: TableSource,
  { after, most, newest }: { after: readonly SqlValue[] | null; most: number; newest: number },
): Columns[] {
  const keys = key.map(qualifyColumn);
  const conditions = [
    ...(where === undefined ? [] : [`(${where})`]),
    ...(after === null ? [] : [`(${keys.join(", ")}) > (${key.map((_, index) => `:after_${index}`).join(", ")})`]),
  ];
  const filter = conditions.length === 0 ? "" : `WHERE ${conditions.join(" AND ")}`;
  const values = Object.fromEntries((after ?? []).map((value, index) => [`after_${index}`, value]));
  return statement<Record<string, SqlValue>, Columns>(
    `SELECT ${[...keys, ...columns.map(qualifyColumn)].join(", ")} FROM ${from} ${filter} ORDER BY ${keys.join(", ")} LIMIT :most`,
  ).all(sql, { ...values, most, newest });
}

export const keyIn = ({ key }: TableSource, row: Row): SqlValue[] =>
  key.map((column) => {
    const value = row[columnName(column)];
    return typeof value === "string" || typeof value === "number" ? value : null;
  });
