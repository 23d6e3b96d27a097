import { archiveTables, readingOrder, type TableName } from "../../../../archive-format/tables.ts";
import { type ArchivePart, archiveHook } from "../../../../realm/archive-io/feature-archive.ts";
import type { Columns, ReadingContext, TableSource } from "../../../../realm/archive-io/reading.ts";
import { SourceRow } from "../../../../realm/archive-io/source-row.ts";
import { cacheKey, type Realm } from "../../../../realm/realm.ts";

/** A source of rows for one of the archive's tables. */
export interface ExportSource {
  /** Stored as part of an export's position. */
  readonly name: string;
  readonly part: ArchivePart & { readonly reading: TableSource };
  /** Parts of other features that add to the source's rows. */
  readonly additions: readonly ArchivePart[];
}

const sourcesKey = cacheKey<readonly ExportSource[]>("sources of archives");

export const sourcesOf = (realm: Realm): readonly ExportSource[] =>
  realm.cached(sourcesKey, () => sourcesIn(realm.collect(archiveHook).flatMap(({ parts = [] }) => parts)));

function sourcesIn(parts: readonly ArchivePart[]): ExportSource[] {
  const order = ({ part: { table, place = 0 } }: ExportSource) => readingOrder.indexOf(table) * 100 + place;
  return parts
    .flatMap((part) => {
      const { reading, table, name = table } = part;
      if (reading === undefined) return [];
      const additions = parts.filter((other) => other.table === table && other.fields !== undefined);
      return [{ name, part: { ...part, reading }, additions }];
    })
    .sort((one, other) => order(one) - order(other));
}

/** Converts a stored row to rows of the archive. */
export async function toArchiveRows({ part, additions }: ExportSource, columns: Columns, context: ReadingContext) {
  if (part.isPersonal && !context.filter.includesPrivateDataOf(columns["user_id"])) return [];
  const row = new SourceRow(columns);
  const made = (await part.rows?.(row, context)) ?? [part.row ? await part.row(row, context) : row.of(part.table)];
  const rows = made.filter((one) => one !== undefined);
  if (additions.length === 0) return rows;
  return rows.map((one) =>
    orderFields(part.table, Object.assign({}, one, ...additions.map((addition) => addition.fields?.(one, context)))),
  );
}

function orderFields(table: TableName, row: object): object {
  const schema = archiveTables[table];
  if (!("entries" in schema)) return row;
  const order = Object.keys(schema.entries);
  return Object.fromEntries(Object.entries(row).sort(([one], [other]) => order.indexOf(one) - order.indexOf(other)));
}
