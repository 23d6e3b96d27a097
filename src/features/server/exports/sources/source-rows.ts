import type { BulkReader } from "../../../../database/bulk-reader.ts";
import { keyOf } from "../../../../database/bulk-table.ts";
import { type Sql, type SqlValue, statement } from "../../../../database/statement.ts";
import type { Reading } from "./source.ts";

type Columns = Record<string, SqlStorageValue>;

/** Names a column that has no name of its own by what stands after its table. */
const listed = (column: string) => (/[. ]/.test(column) ? column : `t.${column}`);
const nameOf = (column: string) => column.replace(/^.* AS /, "").replace(/^\w+\./, "");

/** The next rows in the order of their key. Each page reads a bounded number, whichever of them an export has. */
export function nextRows(
  sql: Sql,
  { from, where, key, columns }: Reading,
  { after, most, newest }: { after: readonly SqlValue[] | null; most: number; newest: number },
): Columns[] {
  const keys = key.map(listed);
  const conditions = [
    ...(where === undefined ? [] : [`(${where})`]),
    ...(after === null ? [] : [`(${keys.join(", ")}) > (${key.map((_, index) => `:after_${index}`).join(", ")})`]),
  ];
  const filter = conditions.length === 0 ? "" : `WHERE ${conditions.join(" AND ")}`;
  const values = Object.fromEntries((after ?? []).map((value, index) => [`after_${index}`, value]));
  return statement<Record<string, SqlValue>, Columns>(
    `SELECT ${[...keys, ...columns.map(listed)].join(", ")} FROM ${from} ${filter} ORDER BY ${keys.join(", ")} LIMIT :most`,
  ).all(sql, { ...values, most, newest });
}

/** The values of the key in a row. */
export const keyIn = ({ key }: Reading, row: Readonly<Record<string, unknown>>): SqlValue[] =>
  key.map((column) => {
    const value = row[nameOf(column)];
    return typeof value === "string" || typeof value === "number" ? value : null;
  });

/** The next rows of messages, from D1, since the realm has only the newest ones. */
export async function nextMessages(
  { realm, database }: BulkReader,
  { columns }: Reading,
  range: { readonly after: number; readonly upTo: number; readonly most: number },
): Promise<Columns[]> {
  const { results } = await database
    .prepare(
      `SELECT id, ${columns.join(", ")} FROM messages WHERE key > ?1 AND key <= ?2 ORDER BY key LIMIT CAST(?3 AS INTEGER)`,
    )
    .bind(keyOf(realm, range.after), keyOf(realm, range.upTo), range.most)
    .all<Columns>();
  return results;
}

/** The members of direct conversations, by conversation. */
export const membersOfConversations = statement<{ ids: string }, { id: number; members: string | null }>(
  "SELECT id, members FROM conversations WHERE id IN (SELECT value FROM json_each(:ids))",
);
