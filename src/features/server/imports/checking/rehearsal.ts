import type { ArchiveRow, TableName } from "../../../../archive/tables.ts";
import type { ReadLine } from "../../../../realm/archive/writing.ts";
import type { Realm } from "../../../../realm/realm.ts";
import { partsOf } from "../archive-parts.ts";
import { deleteIdsOfKind, insertLater } from "../rows.ts";
import { type At, ImportStep } from "../writing/import-step.ts";
import { writeRows, writeTable } from "../writing/write-table.ts";
import { keptKind, keptRows } from "./kept-rows.ts";

/*
 * Tables of which an organization has so few rows that a check can write them, all that it has accepted before and then
 * some more, in a change that is taken back: what they are refused for is then known exactly.
 */

/** The kind of ids of a table that is rehearsed; null where nothing names its rows, undefined where it is not. */
const rehearsedKind = (realm: Realm, table: TableName): string | null | undefined =>
  partsOf(realm, table).find(({ rehearsed }) => rehearsed !== undefined)?.rehearsed;

export const isRehearsed = (realm: Realm, table: TableName): boolean => rehearsedKind(realm, table) !== undefined;

/** The result of a rehearsal; it is thrown, so that its change is taken back. */
class Rehearsal extends Error {
  readonly report: string;
  readonly accepted: readonly ArchiveRow<TableName>[];

  constructor(report: string, accepted: readonly ArchiveRow<TableName>[]) {
    super("this change is taken back");
    this.report = report;
    this.accepted = accepted;
  }
}

/** Writes rows and takes them back. Returns what the report would then be, and the rows that were written. */
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

/** Keeps the rows that a rehearsal has accepted, for those after them, and gives them ids. */
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
