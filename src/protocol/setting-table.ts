import * as v from "valibot";
import { mapValues } from "../util/records.ts";

/** A setting: the schema of its values, and its default. */
export interface SettingDefinition<Schema extends v.GenericSchema = v.GenericSchema> {
  readonly schema: Schema;
  readonly default: v.InferOutput<Schema>;
}

type SettingTable = Readonly<Record<string, SettingDefinition>>;

/** The values of all settings of a table. */
export type SettingValues<Table extends SettingTable> = {
  readonly [Name in keyof Table]: v.InferOutput<Table[Name]["schema"]>;
};

/** A property of each entry of a table, by the entry's name: `column(table, "default")`. */
export function column<Table extends Readonly<Record<string, object>>, Key extends keyof Table[keyof Table]>(
  table: Table,
  key: Key,
): { readonly [Name in keyof Table]: Table[Name][Key] };
export function column(table: Record<string, Record<string, unknown>>, key: string): Record<string, unknown> {
  return Object.freeze(mapValues(table, (row) => row[key]));
}

/** The names of a table's entries, in their order. */
export function namesOf<Table extends object>(table: Table): readonly (keyof Table & string)[];
export function namesOf(table: object): readonly string[] {
  return Object.freeze(Object.keys(table));
}

/**
 * The values of all settings: the stored values that are valid, and defaults. Invalid ones are reported to `invalid`.
 */
export function withDefaults<Table extends SettingTable>(
  table: Table,
  stored: Readonly<Record<string, unknown>>,
  invalid?: (name: string, problem: string) => void,
): SettingValues<Table>;
export function withDefaults(
  table: SettingTable,
  stored: Record<string, unknown>,
  invalid: (name: string, problem: string) => void = () => {},
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(table).map(([name, row]) => {
      if (stored[name] === undefined) return [name, row.default];
      const result = v.safeParse(row.schema, stored[name]);
      if (result.success) return [name, result.output];
      invalid(name, `it is not ${result.issues[0].expected ?? "valid"}`);
      return [name, row.default];
    }),
  );
}
