import type { ArchiveRow, TableName } from "../../../../archive-format/tables.ts";
import type { ReadLine } from "../../../../realm/archive-io/writing.ts";
import type { Realm } from "../../../../realm/realm.ts";
import { partsOfTable } from "../archive-parts.ts";
import { deleteIdsOfKind, insertLater, keptKind, keptRows } from "../rows.ts";
import { type At, ImportStep } from "./import-step.ts";
import { writeRows, writeTable } from "./write-table.ts";

/*
 * Dry runs for small tables. A check writes the next rows on top of all rows accepted so far, and then rolls the change
 * back. So it rejects exactly the rows that an import would.
 */

/**
 * Returns the kind of a table's ids if the table has a dry run, or null if nothing refers to its rows. Undefined if it
 * has none.
 */
const rehearsedKind = (realm: Realm, table: TableName): string | null | undefined =>
  partsOfTable(realm, table).find(({ rehearsed }) => rehearsed !== undefined)?.rehearsed;

export const isRehearsed = (realm: Realm, table: TableName): boolean => rehearsedKind(realm, table) !== undefined;

/** Result of a dry run. It is thrown to roll its change back. */
class Rehearsal extends Error {
  readonly report: string;
  readonly accepted: readonly ArchiveRow<TableName>[];

  constructor(report: string, accepted: readonly ArchiveRow<TableName>[]) {
    super("this change is taken back");
    this.report = report;
    this.accepted = accepted;
  }
}

/** Writes rows and rolls back. Returns the report and the rows that were written. */
export function rehearse(
  realm: Realm,
  at: At,
  table: TableName,
  lines: readonly ReadLine<ArchiveRow<TableName>>[],
): Pick<Rehearsal, "report" | "accepted"> {
  try {
    realm.change(() => {
      const row = { ...at.row, state: "running" as const };
      const kind = rehearsedKind(realm, table);
      if (kind) deleteIdsOfKind.run(realm.sql, { kind });
      realm.forgetAll();
      const place = { member: "", line: 0 };
      const before = keptRows(realm, table).map((kept) => ({ row: kept, place, next: at.position, characters: 0 }));
      const former = new ImportStep(realm, { ...at, row });
      writeRows(former, table, before);
      former.noted.keep();
      const writing = new ImportStep(realm, { ...at, row });
      const accepted = writeTable(writing, table, { lines, position: at.position });
      throw new Rehearsal(String(writing.report), accepted);
    });
  } catch (error) {
    if (error instanceof Rehearsal) return error;
    throw error;
  } finally {
    realm.forgetAll();
  }
  throw new Error("a rehearsal has not ended");
}

/** Stores the rows that a dry run accepted, for later dry runs, and assigns ids to them. */
export function keepRehearsed(writing: ImportStep, table: TableName, rows: readonly ArchiveRow<TableName>[]): void {
  const kind = rehearsedKind(writing.realm, table);
  const number = `rows of ${table}`;
  for (const row of rows) {
    const id = writing.noted.number(number, () => 0) + 1;
    writing.noted.set(number, id);
    insertLater.run(writing.realm.sql, { kind: keptKind(table), id, value: JSON.stringify(row) });
    if (kind && "id" in row) writing.made(kind, row.id, () => row.id);
  }
}
