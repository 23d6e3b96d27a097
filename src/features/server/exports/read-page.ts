import type { BulkReader } from "../../../database/bulk-reader.ts";
import type { SqlValue } from "../../../database/statement.ts";
import type { Realm } from "../../../realm/realm.ts";
import { type Content, type ContentRow, contents, nextMessages, nextRows } from "./content-rows.ts";
import type { Sight } from "./export-filter.ts";
import { type ExportRow, membersOfConversations } from "./rows.ts";

const ROWS_AT_ONCE = 500;
/** They are longer than others. */
const MESSAGES_AT_ONCE = 200;
const sizeOf = (table: string) => (table === "messages" ? MESSAGES_AT_ONCE : ROWS_AT_ONCE);

/** How far the reading has come: in which table, after which row of it. */
export interface Position {
  readonly table: string;
  readonly after: readonly SqlValue[] | null;
}

interface Page {
  readonly lines: string;
  /** Null at the end of everything. */
  readonly next: Position | null;
}

export const BEGINNING: Position = { table: contents[0]?.table ?? "", after: null };

/** Some more lines of an export: a page of one table, without what is not for it. */
export async function readPage(
  realm: Realm,
  bulk: BulkReader,
  { position, sight, upTo }: { position: Position; sight: Sight; upTo: ExportRow["newest_message"] },
): Promise<Page> {
  const { table, after } = position;
  const index = contents.findIndex((content) => content.table === table);
  const content = contents[index];
  if (content === undefined) throw new Error(`no table ${table} to export`);
  const rows =
    table === "messages"
      ? await messagePage(realm, bulk, content, { after: Number(after?.[0] ?? 0), upTo })
      : nextRows(realm.sql, content, after, ROWS_AT_ONCE);
  const lines = rows.filter((row) => content.keeps(row, sight)).map((row) => line(content, row, sight));
  return { lines: lines.join(""), next: nextAfter(content, rows, contents[index + 1]) };
}

async function messagePage(
  realm: Realm,
  bulk: BulkReader,
  content: Content,
  range: { readonly after: number; readonly upTo: number },
): Promise<ContentRow[]> {
  if (range.after === 0) await realm.shipper.caughtUp();
  const rows = await nextMessages(bulk, content, { ...range, most: MESSAGES_AT_ONCE });
  const ids = [...new Set(rows.map((row) => row.conversation_id))];
  const members = new Map(
    membersOfConversations.all(realm.sql, { ids: JSON.stringify(ids) }).map((one) => [one.id, one.members]),
  );
  return rows.map((row) => ({ ...row, place_members: members.get(Number(row.conversation_id)) ?? null }));
}

function nextAfter({ table, key }: Content, rows: readonly ContentRow[], following: Content | undefined) {
  const last = rows.at(-1);
  if (last !== undefined && rows.length === sizeOf(table))
    return { table, after: key.map((column) => last[column] ?? null) };
  return following === undefined ? null : { table: following.table, after: null };
}

function line(content: Content, row: ContentRow, sight: Sight): string {
  const { table, columns, shaped } = content;
  const names = columns.map((column) => column.replace(/^.*\./, ""));
  const own = Object.fromEntries(names.map((name) => [name, row[name] ?? null]));
  return `${JSON.stringify({ table, row: shaped?.(own, sight) ?? own })}\n`;
}
