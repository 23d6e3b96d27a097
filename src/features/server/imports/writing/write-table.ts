import type { ArchiveRow, TableName } from "../../../../archive-format/tables.ts";
import type { ArchivePart } from "../../../../realm/archive-io/feature-archive.ts";
import { LeftOut, type ReadLine, type ValidLine } from "../../../../realm/archive-io/writing.ts";
import { partsOfTable } from "../archive-parts.ts";
import { nextPhase, type Position } from "../position.ts";
import type { ImportStep } from "./import-step.ts";

type ArchiveLine = ReadLine<ArchiveRow<TableName>>;
type Valid = ValidLine<TableName>;

/** Marks the lines as read, and writes the valid ones. Returns the rows that were written one by one. */
export function writeTable(
  step: ImportStep,
  table: TableName,
  { lines, position }: { readonly lines: readonly ArchiveLine[]; readonly position: Position },
): ArchiveRow<TableName>[] {
  const valid: Valid[] = [];
  for (const line of lines) {
    step.report.read(table);
    if ("row" in line) valid.push(line);
    else step.leftOut(LeftOut.invalid, `${line.place.member}:${line.place.line} (${line.problem})`);
  }
  const written = writeRows(step, table, valid);
  step.at(position, step.row.done + lines.length);
  return written;
}

/** Writes rows, and counts those left out. Returns the rows that were written one by one. */
export function writeRows(step: ImportStep, table: TableName, lines: readonly Valid[]): ArchiveRow<TableName>[] {
  const parts = partsOfTable(step.realm, table);
  const together = parts.filter(({ writeAll }) => writeAll !== undefined);
  for (const part of together) part.writeAll?.(step, lines);
  if (together.length > 0) return [];
  const written: ArchiveRow<TableName>[] = [];
  for (const line of lines) {
    const reason = writeRow(step, parts, line);
    if (reason !== undefined) {
      step.leftOut(reason, line.place);
      continue;
    }
    step.wrote(table);
    written.push(line.row);
  }
  return written;
}

function writeRow(step: ImportStep, parts: readonly ArchivePart[], line: Valid): string | undefined {
  const writers = parts.filter(({ write }) => write !== undefined);
  if (writers.length === 0) return "rows of a kind that is not imported yet";
  for (const part of writers) {
    const reason = part.write?.(step, line.row, line);
    if (reason !== undefined) return reason;
  }
  return undefined;
}

/** Runs the steps that need all rows of a table, and moves on to the next table. */
export function endTable(step: ImportStep, table: TableName): void {
  // The rows were written without updating the caches.
  step.realm.forgetAll();
  for (const part of partsOfTable(step.realm, table)) {
    if (part.end === undefined) continue;
    part.end(step);
    step.realm.forgetAll();
  }
  step.toPhase(nextPhase(step.facts, table));
}
