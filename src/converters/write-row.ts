import * as v from "valibot";
import type { ArchiveLocation } from "../archive-format/archive-error.ts";
import { archiveTables, type TableName, type WrittenRow } from "../archive-format/tables.ts";
import type { Conversion } from "./conversion.ts";

/** Writes a row if it is valid in an archive. Otherwise reports it with its source location. */
export async function writeRow<Name extends TableName>(
  { writer, report }: Pick<Conversion, "writer" | "report">,
  table: Name,
  { row, place }: { readonly row: WrittenRow<Name>; readonly place: ArchiveLocation | string },
): Promise<boolean> {
  const schema: v.GenericSchema = archiveTables[table];
  const result = v.safeParse(schema, row);
  if (!result.success) {
    const [issue] = result.issues;
    report.leftOut(`${table}: not valid: ${v.getDotPath(issue) ?? "the row"}`, place);
    return false;
  }
  await writer.row(table, row);
  report.wrote(table);
  return true;
}
