import type { BulkReader, BulkStatement } from "./bulk-reader.ts";
import type { BulkTable } from "./bulk-table.ts";
import type { Sql } from "./statement.ts";

/** Realm number for statements on the organization's own database. Zero makes a row's key equal its id. */
const OWN_REALM = 0;

/**
 * Reads an organization's own database as if it were D1: statements for D1 see tables with D1's columns, but only the
 * messages that the realm holds, and no search index. Statements run synchronously, so nothing changes between the
 * statements of a response.
 */
export function ownReader(sql: Sql, tables: Iterable<BulkTable>): BulkReader {
  const views = [...tables].map((table) => ({ named: new RegExp(`\\b${table.name}\\b`), view: viewOf(table) }));
  const withViews = (query: string): string => {
    const wanted = views.filter(({ named }) => named.test(query)).map(({ view }) => view);
    if (wanted.length === 0) return query;
    const own = query.replace(/^\s*WITH\s/, "");
    return `WITH ${wanted.join(",\n")}${own === query ? "\n" : ",\n"}${own}`;
  };
  const prepare = (query: string, values: readonly unknown[] = []): BulkStatement => {
    const rows = () => sql.exec(withViews(query), ...values).toArray();
    return {
      bind: (...bound: unknown[]) => prepare(query, bound),
      all: async <Row>() => ({ results: rows() as Row[] }),
      first: async <Value>(column?: string) => {
        const [row] = rows();
        return ((column === undefined ? row : row?.[column]) ?? null) as Value | null;
      },
    };
  };
  const batch = async <Row>(statements: BulkStatement[]) => Promise.all(statements.map((one) => one.all<Row>()));
  return { realm: OWN_REALM, database: { prepare, batch } };
}

/** Returns a view that isn't materialized, so that SQLite can use the table's own indexes. */
const viewOf = ({ name, integerKey }: BulkTable): string =>
  `${name} AS NOT MATERIALIZED (SELECT ${integerKey ? "id AS key, " : ""}${OWN_REALM} AS realm, * FROM main.${name})`;
