import * as v from "valibot";
import type { BulkTable, Row } from "../../database/bulk-table.ts";
import { type Endpoint, query } from "../../http/endpoint.ts";
import type { Feature } from "../../realm/feature.ts";
import { allMessages, heldRows, shippedRows } from "./rows.ts";
import { requireTestHooks } from "./test-hooks.ts";

/** What the realm and D1 do not agree on; of use only while nothing changes. */
export function compareStoresEndpoint(features: readonly Feature[]): Endpoint {
  const tables = features.flatMap(({ bulk = [] }) => bulk);
  return query({
    route: "GET /testing/differences",
    by: "anyone",
    limited: false,
    params: {},
    reply: { differences: v.array(v.string()) },
    plan({ realm }) {
      requireTestHooks(realm.config);
      return { held: tables.map((table) => heldRows(realm.sql, table)), messages: allMessages(realm.sql) };
    },
    async answer({ plan: { held, messages }, bulk: { realm, database } }) {
      const differences = await Promise.all(
        tables.map(async (table, index) => {
          const shipped = byKey(table, await shippedRows(database, realm, table));
          const here = byKey(table, held[index] ?? []);
          const let_go = table.windowed ? new Set(messages.map((id) => JSON.stringify([id]))) : new Set<string>();
          return compare(table, { here, shipped, let_go });
        }),
      );
      return { differences: differences.flat() };
    },
  });
}

type Rows = ReadonlyMap<string, Row>;

const byKey = ({ key }: BulkTable, rows: readonly Row[]): Rows =>
  new Map(rows.map((row) => [JSON.stringify(key.map((column) => row[column])), row]));

function compare(
  { name, columns }: BulkTable,
  { here, shipped, let_go }: { here: Rows; shipped: Rows; let_go: ReadonlySet<string> },
): string[] {
  const found: string[] = [];
  for (const [key, row] of here) {
    const other = shipped.get(key);
    if (other === undefined) found.push(`${name} ${key} is not in D1`);
    else
      for (const column of columns)
        if (row[column] !== other[column])
          found.push(`${name} ${key}: ${column} is ${row[column]}, ${other[column]} in D1`);
  }
  for (const key of shipped.keys()) {
    if (!here.has(key) && !let_go.has(key)) found.push(`${name} ${key} is in D1 alone`);
  }
  for (const key of let_go) if (!shipped.has(key)) found.push(`${name} ${key} is in no store`);
  return found;
}
