import type { TableName, WrittenRow } from "../../../../archive/tables.ts";
import type { Env } from "../../../../config/env.ts";
import type { BulkReader } from "../../../../database/bulk-reader.ts";
import type { Realm } from "../../../../realm/realm.ts";
import type { ExportFilter } from "../export-filter.ts";
import type { SourceRow } from "./source-row.ts";

/** A file of the store that an archive has. */
export interface FoundFile {
  readonly member: string;
  readonly key: string;
}

/** What rows are made with. */
export interface SourceContext {
  readonly realm: Realm;
  readonly env: Env;
  readonly bulk: BulkReader;
  readonly filter: ExportFilter;
  /** The id of the newest message when the export began. Newer ones are not in it, nor what belongs to them. */
  readonly newest: number;
  /** Whether the archive has a file already. Rows that name one are read after those of `files`. */
  hasFile(member: string): boolean;
  /** Reads a file of the store for its digest, and adds it to the archive; undefined where the store has none. */
  addFile(file: FoundFile): Promise<{ readonly size: number; readonly sha256: string } | undefined>;
}

/** Which rows of the realm or of D1 a source reads. `t` is the first table. */
export interface Reading {
  /** Tables with their aliases, as after FROM. */
  readonly from: string;
  readonly where?: string;
  /** By these columns the rows are ordered; no two rows have the same. */
  readonly key: readonly string[];
  /** The columns besides those of the key. */
  readonly columns: readonly string[];
}

/** Where rows of a table of the archive come from. */
export interface Source {
  /** Stored with the position of an export that is being written. */
  readonly name: string;
  readonly table: TableName;
  /** The tables that it reads, for the test that none is forgotten. */
  readonly reads: readonly string[];
  readonly reading: Reading;
  /** Whether its rows are those of D1, since the realm has only the newest. */
  readonly ofBulk?: boolean;
  /** How many rows are read at once, where they may be longer than others. */
  readonly atOnce?: number;
  /** Exports of a whole organization alone have it, or only those with secrets. */
  readonly only?: "whole" | "secrets";
  readonly rows: (row: SourceRow, context: SourceContext) => readonly object[] | Promise<readonly object[]>;
}

type Made<Name extends TableName> = WrittenRow<Name> | undefined;

/** A source of which each row becomes one row of the archive, or none. */
export const source = <const Name extends TableName>(
  definition: Omit<Source, "name" | "rows" | "table"> & {
    readonly table: Name;
    readonly name?: string;
    readonly row: (row: SourceRow, context: SourceContext) => Made<Name> | Promise<Made<Name>>;
  },
): Source => {
  const { row: make, ...rest } = definition;
  return {
    ...rest,
    name: definition.name ?? definition.table,
    rows: async (row, context) => {
      const made = await make(row, context);
      return made === undefined ? [] : [made];
    },
  };
};

/** A source of which a row may become several rows. */
export const sourceOfMany = <const Name extends TableName>(
  definition: Omit<Source, "rows" | "table"> & {
    readonly table: Name;
    readonly rows: (row: SourceRow, context: SourceContext) => readonly WrittenRow<Name>[];
  },
): Source => definition;
