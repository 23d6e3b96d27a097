import * as v from "valibot";
import type { Manifest } from "../../../archive-format/manifest.ts";
import { isTableName, type TableName, tableNames } from "../../../archive-format/tables.ts";
import { stored } from "../../../database/stored.ts";

const factsSchema = v.object({
  program: v.string(),
  origin: v.string(),
  tables: v.array(v.object({ name: v.string(), rows: v.number() })),
  files: v.number(),
});
/** Facts from an archive's manifest that an import needs. */
export type ArchiveFacts = v.InferOutput<typeof factsSchema>;

export const parseFacts = stored("imports.facts", v.nullable(factsSchema), () => null);

export const factsOf = ({ program, origin, tables, files }: Manifest): ArchiveFacts => ({
  program,
  origin: origin.replace(/\/+$/, ""),
  tables: tables.map(({ name, rows }) => ({ name, rows })),
  files: files.count,
});

/** Returns the tables with rows in the archive, in order. */
export const tablesWithin = ({ tables }: ArchiveFacts): TableName[] => {
  const present = new Set(tables.filter(({ rows }) => rows > 0).map(({ name }) => name));
  return tableNames.filter((name) => present.has(name));
};

/** Returns tables of a newer format, which aren't imported. */
export const unknownTables = ({ tables }: ArchiveFacts) => tables.filter(({ name }) => !isTableName(name));

export const rowsOfTable = ({ tables }: ArchiveFacts, wanted: string): number =>
  tables.find(({ name }) => name === wanted)?.rows ?? 0;
