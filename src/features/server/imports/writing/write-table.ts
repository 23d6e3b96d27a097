import type { ArchiveRow, TableName } from "../../../../archive/tables.ts";
import { nextPhase, type Position } from "../position.ts";
import type { ReadLine } from "../reading/importer-port.ts";
import { LeftOut } from "./table-writer.ts";
import { afterTables, writeRows } from "./tables.ts";
import type { Writing } from "./writing.ts";

/** Writes rows of a table, and that they have been read. Returns those that were written one by one. */
export function writeTable(
  writing: Writing,
  table: TableName,
  { lines, position }: { readonly lines: readonly ReadLine<ArchiveRow<TableName>>[]; readonly position: Position },
): ArchiveRow<TableName>[] {
  const valid = [];
  for (const line of lines) {
    writing.report.read(table);
    if ("row" in line) valid.push(line);
    else writing.leftOut(LeftOut.invalid, `${line.place.member}:${line.place.line} (${line.problem})`);
  }
  const written = writeRows(writing, table, valid);
  writing.at(position, writing.row.done + lines.length);
  return written;
}

/** Does what can be done once all rows of a table are there, and goes on to the next one. */
export function endTable(writing: Writing, table: TableName): void {
  afterTables[table]?.(writing);
  writing.toPhase(nextPhase(writing.facts, table));
}
