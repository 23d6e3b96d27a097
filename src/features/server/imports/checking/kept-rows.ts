import * as v from "valibot";
import { type ArchiveRow, archiveTables, type TableName } from "../../../../archive-format/tables.ts";
import { stored } from "../../../../database/stored.ts";
import type { Realm } from "../../../../realm/realm.ts";
import { laterOfKind } from "../rows.ts";

export const keptKind = (table: TableName) => `checked ${table}`;

/** Returns the rows of a table that a check has accepted. */
export function keptRows<Name extends TableName>(realm: Realm, table: Name): ArchiveRow<Name>[] {
  const read = stored("import_later.value", v.nullable(archiveTables[table]), () => null);
  const rows = laterOfKind.all(realm.sql, { kind: keptKind(table) }).map(({ value, id }) => read(value, id));
  return rows.filter((row) => row !== null) as ArchiveRow<Name>[];
}
