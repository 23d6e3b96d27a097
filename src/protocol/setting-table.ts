import * as v from "valibot";
import { mapValues } from "../util/records.ts";

export interface SettingDefinition<Schema extends v.GenericSchema = v.GenericSchema> {
  readonly schema: Schema;
  readonly default: v.InferOutput<Schema>;
}

type SettingTable = Readonly<Record<string, SettingDefinition>>;

export type SettingValues<Table extends SettingTable> = {
  readonly [Name in keyof Table]: v.InferOutput<Table[Name]["schema"]>;
};

/** Maps each entry's name to one of its properties: `column(table, "default")`. */
export function column<Table extends Readonly<Record<string, object>>, Key extends keyof Table[keyof Table]>(
  table: Table,
  key: Key,
): { readonly [Name in keyof Table]: Table[Name][Key] };
export function column(table: Record<string, Record<string, unknown>>, key: string): Record<string, unknown> {
  return Object.freeze(mapValues(table, (row) => row[key]));
}

export function entryNames<Table extends object>(table: Table): readonly (keyof Table & string)[];
export function entryNames(table: object): readonly string[] {
  return Object.freeze(Object.keys(table));
}

/**
 * Returns the value of every setting: the stored value if it is valid, otherwise the default. Calls `invalid` for each
 * invalid value.
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
