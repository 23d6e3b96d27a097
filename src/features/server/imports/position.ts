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
/** What an import needs from an archive's manifest. */
export type ArchiveFacts = v.InferOutput<typeof factsSchema>;

export const parseFacts = stored("imports.facts", v.nullable(factsSchema), () => null);

export const factsOf = ({ program, origin, tables, files }: Manifest): ArchiveFacts => ({
  program,
  origin: origin.replace(/\/+$/, ""),
  tables: tables.map(({ name, rows }) => ({ name, rows })),
  files: files.count,
});

const tablesWithin = ({ tables }: ArchiveFacts): TableName[] => {
  const present = new Set(tables.filter(({ rows }) => rows > 0).map(({ name }) => name));
  return tableNames.filter((name) => present.has(name));
};

/** Returns the tables that only newer formats have. They aren't imported. */
export const unknownTables = ({ tables }: ArchiveFacts) => tables.filter(({ name }) => !isTableName(name));

const rowsOfTable = ({ tables }: ArchiveFacts, wanted: string): number =>
  tables.find(({ name }) => name === wanted)?.rows ?? 0;

/** Files are copied right after the table that lists them, because messages that show pictures need their sizes. */
export const FILES = "copying files";
export const FINISHING = "finishing";

const positionSchema = v.object({
  phase: v.string(),
  piece: v.optional(v.number(), 0),
  line: v.optional(v.number(), 0),
  /** Position of the next file's header, or null before the first. */
  file: v.optional(v.nullable(v.number()), null),
  step: v.optional(v.number(), 0),
});
export type Position = v.InferOutput<typeof positionSchema>;

export const parsePosition = stored("imports.position", v.nullable(positionSchema), () => null);

const atPhase = (phase: string): Position => ({ phase, piece: 0, line: 0, file: null, step: 0 });

function phasesOf(facts: ArchiveFacts): string[] {
  const tables = tablesWithin(facts);
  const isBefore = (name: TableName) => tableNames.indexOf(name) <= tableNames.indexOf("files");
  return [...tables.filter(isBefore), FILES, ...tables.filter((name) => !isBefore(name)), FINISHING];
}

export const firstPhase = (facts: ArchiveFacts): Position => atPhase(phasesOf(facts)[0] ?? FINISHING);

export function nextPhase(facts: ArchiveFacts, phase: string): Position | undefined {
  const phases = phasesOf(facts);
  const next = phases[phases.indexOf(phase) + 1];
  return next === undefined ? undefined : atPhase(next);
}

/** Returns the number of rows or files in a phase. */
export const totalOf = (facts: ArchiveFacts, phase: string): number =>
  phase === FILES ? facts.files : phase === FINISHING ? 0 : rowsOfTable(facts, phase);
