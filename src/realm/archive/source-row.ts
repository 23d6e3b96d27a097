import * as v from "valibot";
import { archiveTables, type TableName, type WrittenRow } from "../../archive/tables.ts";
import { stored, storedAnything } from "../../database/stored.ts";
import { groupSettingValueSchema } from "../../protocol/group-setting-value.ts";

/** A row of the realm or of D1, whose columns are read as what they are declared to be. */
export class SourceRow {
  constructor(readonly columns: Readonly<Record<string, unknown>>) {}

  /** The fields of a row of the archive of which there are columns with their names. */
  of<Name extends TableName>(table: Name): WrittenRow<Name> {
    const present = readersOf(table).filter(([field]) => Object.hasOwn(this.columns, field));
    // Tests read each row of an export by the schema of its table.
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

  /** A list of ids as JSON; none where there is no text. */
  ids(name: string): number[] {
    const text = this.textOrNull(name);
    return text === null ? [] : readIds(text);
  }

  /** Ids that are separated by commas; undefined where there is no text. */
  members(name: string): number[] | undefined {
    return this.textOrNull(name)?.split(",").map(Number);
  }

  /** Values as JSON by their names, as JSON, which is how a statement gathers rows of settings. */
  settings(name: string): Record<string, unknown> {
    return Object.fromEntries(
      Object.entries(readTexts(this.text(name))).map(([key, text]) => [key, readValue(text, key)]),
    );
  }

  /** Permissions and those who have them, as JSON. */
  permissions(name: string) {
    return readPermissions(this.text(name));
  }
}

type FieldReader = (row: SourceRow) => unknown;
const readers = new Map<TableName, readonly (readonly [field: string, read: FieldReader])[]>();

/** The readers of the columns of a table's fields: flags are numbers in the store, and lists and permissions texts. */
function readersOf(table: TableName) {
  const schema = archiveTables[table];
  const known = readers.get(table) ?? Object.entries("entries" in schema ? schema.entries : {}).map(readerOf);
  readers.set(table, known);
  return known;
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
