import type { BulkReader } from "../../../database/bulk-reader.ts";
import type { SqlValue } from "../../../database/statement.ts";
import type { Realm } from "../../../realm/realm.ts";
import type { ExportFilter } from "./export-filter.ts";
import { type ExportedRow, type ExportedTable, exportedTables, nextMessages, nextRows } from "./exported-rows.ts";
import { type ExportRow, membersOfConversations } from "./rows.ts";

const ROWS_IN_PAGE = 500;
/** Fewer than of other tables, since messages are longer than other rows. */
const MESSAGES_IN_PAGE = 200;
const sizeOf = (table: string) => (table === "messages" ? MESSAGES_IN_PAGE : ROWS_IN_PAGE);

/** How far an export has been read: the table, and the key of the last row of it; null at the table's start. */
export interface Position {
  readonly table: string;
  readonly after: readonly SqlValue[] | null;
}

interface Page {
  readonly lines: string;
  /** Where the next page starts; null after the last table. */
  readonly next: Position | null;
}

export const START_POSITION: Position = { table: exportedTables[0]?.table ?? "", after: null };

/** Reads the next page of an export: rows of one table as lines, without those that the filter excludes. */
export async function readPage(
  realm: Realm,
  bulk: BulkReader,
  { position, filter, upTo }: { position: Position; filter: ExportFilter; upTo: ExportRow["newest_message"] },
): Promise<Page> {
  const { table, after } = position;
  const index = exportedTables.findIndex((content) => content.table === table);
  const content = exportedTables[index];
  if (content === undefined) throw new Error(`no table ${table} to export`);
  const rows =
    table === "messages"
      ? await readMessages(realm, bulk, content, { after: Number(after?.[0] ?? 0), upTo })
      : nextRows(realm.sql, content, after, ROWS_IN_PAGE);
  const lines = rows.filter((row) => content.includes(row, filter)).map((row) => line(content, row, filter));
  return { lines: lines.join(""), next: nextAfter(content, rows, exportedTables[index + 1]) };
}

async function readMessages(
  realm: Realm,
  bulk: BulkReader,
  content: ExportedTable,
  range: { readonly after: number; readonly upTo: number },
): Promise<ExportedRow[]> {
  if (range.after === 0) await realm.shipper.caughtUp();
  const rows = await nextMessages(bulk, content, { ...range, most: MESSAGES_IN_PAGE });
  const ids = [...new Set(rows.map((row) => row["conversation_id"]))];
  const members = new Map(
    membersOfConversations.all(realm.sql, { ids: JSON.stringify(ids) }).map((one) => [one.id, one.members]),
  );
  return rows.map((row) => ({ ...row, conversation_members: members.get(Number(row["conversation_id"])) ?? null }));
}

function nextAfter({ table, key }: ExportedTable, rows: readonly ExportedRow[], following: ExportedTable | undefined) {
  const last = rows.at(-1);
  if (last !== undefined && rows.length === sizeOf(table))
    return { table, after: key.map((column) => last[column] ?? null) };
  return following === undefined ? null : { table: following.table, after: null };
}

function line(content: ExportedTable, row: ExportedRow, filter: ExportFilter): string {
  const { table, columns, transform } = content;
  const names = columns.map((column) => column.replace(/^.*\./, ""));
  const own = Object.fromEntries(names.map((name) => [name, row[name] ?? null]));
  return `${JSON.stringify({ table, row: transform?.(own, filter) ?? own })}\n`;
}
