import * as v from "valibot";
import { archiveTables, type TableName, type WrittenRow } from "../../archive-format/tables.ts";
import { stored, storedAnything } from "../../database/stored.ts";
import { groupSettingValueSchema } from "../../protocol/group-setting-value.ts";
import { entryOf } from "../../util/collections.ts";

/** A row of the realm or of D1, with methods that read a column as a certain type. */
export class SourceRow {
  constructor(readonly columns: Readonly<Record<string, unknown>>) {}

  /** Returns the fields of an archive row that have a column of the same name. */
  of<Name extends TableName>(table: Name): WrittenRow<Name> {
    const present = readersOf(table).filter(([field]) => Object.hasOwn(this.columns, field));
    // The cast is covered by tests, which parse each row of an export with its table's schema.
    return Object.fromEntries(present.map(([field, read]) => [field, read(this)])) as WrittenRow<Name>;
  }

  number(name: string): number {
    return Number(this.columns[name]);
  }

  numberOrNull(name: string): number | null {
    const value = this.columns[name];
    return value === null || value === undefined ? null : Number(value);
  }

  text(name: string): string {
    return String(this.columns[name] ?? "");
  }

  textOrNull(name: string): string | null {
    const value = this.columns[name];
    return typeof value === "string" ? value : null;
  }

  flag(name: string): boolean {
    return this.number(name) === 1;
  }

  flagOrNull(name: string): boolean | null {
    const value = this.numberOrNull(name);
    return value === null ? null : value === 1;
  }

  bytes(name: string): Uint8Array {
    const value = this.columns[name];
    return value instanceof ArrayBuffer ? new Uint8Array(value) : new Uint8Array();
  }

  /** Parses a JSON list of ids; empty if the column is null. */
  ids(name: string): number[] {
    const text = this.textOrNull(name);
    return text === null ? [] : readIds(text);
  }

  /** Parses comma-separated ids, or returns undefined if the column is null. */
  members(name: string): number[] | undefined {
    return this.textOrNull(name)?.split(",").map(Number);
  }

  /** Parses a JSON object whose values are JSON strings, which is how statements aggregate rows of settings. */
  settings(name: string): Record<string, unknown> {
    return Object.fromEntries(
      Object.entries(readTexts(this.text(name))).map(([key, text]) => [key, readValue(text, key)]),
    );
  }

  permissions(name: string) {
    return readPermissions(this.text(name));
  }
}

type FieldReader = (row: SourceRow) => unknown;
const readers = new Map<TableName, readonly (readonly [field: string, read: FieldReader])[]>();

/** Column readers for a table's fields. In storage, flags are numbers, and lists and permissions are text. */
function readersOf(table: TableName) {
  const schema = archiveTables[table];
  return entryOf(readers, table, () => Object.entries("entries" in schema ? schema.entries : {}).map(readerOf));
}

function readerOf([field, schema]: [string, v.GenericSchema]): readonly [string, FieldReader] {
  if (v.is(schema, false)) return [field, (row) => row.flagOrNull(field)];
  if (v.is(schema, {})) return [field, (row) => row.permissions(field)];
  if (v.is(schema, [])) return [field, (row) => row.ids(field)];
  return [field, (row) => row.columns[field]];
}

const readTexts = stored("settings", v.record(v.string(), v.string()), () => ({}));
const readValue = storedAnything("settings");
const readPermissions = stored("permissions", v.record(v.string(), groupSettingValueSchema), () => ({}));
const readIds = stored("a list of ids", v.array(v.number()), () => []);
