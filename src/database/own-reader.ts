import type { BulkReader, BulkStatement } from "./bulk-reader.ts";
import type { BulkTable } from "./bulk-table.ts";
import type { Sql } from "./statement.ts";

/** The number that stands for the organization in statements over its own database, so that a row's key is its id. */
const OWN_REALM = 0;

/**
 * An organization's own database, read as if it were D1: statements for D1 find its tables with D1's columns. Of
 * messages it has only those that the realm holds, and it has no search index. A statement runs at once, so that nothing
 * changes between the statements of an answer.
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

/** Not materialized, so that SQLite looks into the table itself, by its indices. */
const viewOf = ({ name, integerKey }: BulkTable): string =>
  `${name} AS NOT MATERIALIZED (SELECT ${integerKey ? "id AS key, " : ""}${OWN_REALM} AS realm, * FROM main.${name})`;
