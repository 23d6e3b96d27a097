import * as v from "valibot";
import { mapValues } from "../util/records.ts";

/** One setting: what its value may be, and what it is until somebody changes it. */
export interface SettingDefinition<Schema extends v.GenericSchema = v.GenericSchema> {
  readonly schema: Schema;
  readonly default: v.InferOutput<Schema>;
}

type SettingTable = Readonly<Record<string, SettingDefinition>>;

/** The values of all settings of a table. */
export type SettingValues<Table extends SettingTable> = {
  readonly [Name in keyof Table]: v.InferOutput<Table[Name]["schema"]>;
};

/** One column of a table, by name: `column(table, "default")`. */
export function column<Table extends Readonly<Record<string, object>>, Key extends keyof Table[keyof Table]>(
  table: Table,
  key: Key,
): { readonly [Name in keyof Table]: Table[Name][Key] };
export function column(table: Record<string, Record<string, unknown>>, key: string): Record<string, unknown> {
  return Object.freeze(mapValues(table, (row) => row[key]));
}

/** The names of a table, in its order. */
export function namesOf<Table extends object>(table: Table): readonly (keyof Table & string)[];
export function namesOf(table: object): readonly string[] {
  return Object.freeze(Object.keys(table));
}

/** All values of a table: the stored ones that are still valid, and the defaults of the rest; which are not is told. */
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
      if (result.success) return [name, stored[name]];
      invalid(name, `it is not ${result.issues[0].expected ?? "valid"}`);
      return [name, row.default];
    }),
  );
}
