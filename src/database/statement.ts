import type { SqlStorageCursor, SqlStorageValue } from "@cloudflare/workers-types";

/** Value types that both the realm's SQLite and D1 accept; booleans are stored as 0 and 1. */
export type SqlValue = string | number | boolean | null | ArrayBuffer | Uint8Array;
type SqlParams = Record<string, SqlValue>;

/** The part of a Durable Object's storage that statements use. */
export interface Sql {
  exec(query: string, ...bindings: unknown[]): SqlStorageCursor<Record<string, SqlStorageValue>>;
  /** Size in bytes. */
  readonly databaseSize: number;
}

/**
 * A statement on the realm's SQLite, with named parameters (`:name`) typed next to the SQL. Numbers bind as REAL, so
 * every id column is declared INTEGER in a STRICT table, which converts them back.
 */
interface Statement<Params, Row> {
  run(sql: Sql, params: Params): void;
  all(sql: Sql, params: Params): Row[];
  first(sql: Sql, params: Params): Row | undefined;
  /** Returns the row of a statement that always returns one. */
  one(sql: Sql, params: Params): Row;
  /** Returns rows as arrays of column values, which is cheaper for long lists. */
  raw(sql: Sql, params: Params): SqlStorageValue[][];
}

/** A row's columns as parameters. Interfaces aren't accepted as such, because others could extend them. */
export type ColumnsOf<Row> = { [Column in keyof Row]: Row[Column] };

/** The parameters of a statement that has none. */
export type NoParams = Record<string, never>;

export function statement<Params extends SqlParams = NoParams, Row = Record<string, never>>(
  text: string,
): Statement<Params, Row> {
  const names: string[] = [];
  const query = text.replace(/:([a-z_][a-z0-9_]*)/g, (_, name: string) => {
    if (!names.includes(name)) names.push(name);
    return `?${names.indexOf(name) + 1}`;
  });
  const exec = (sql: Sql, params: Params) =>
    sql.exec(
      query,
      ...names.map((name) => {
        const value = params[name];
        if (value === undefined) throw new Error(`statement parameter :${name} is missing in ${query}`);
        return typeof value === "boolean" ? Number(value) : value;
      }),
    );
  const rows = (sql: Sql, params: Params) => exec(sql, params).toArray() as Row[];
  return {
    run: (sql, params) => void exec(sql, params).toArray(),
    all: rows,
    first: (sql, params) => rows(sql, params)[0],
    one(sql, params) {
      const row = rows(sql, params)[0];
      if (row === undefined) throw new Error(`no row from ${query}`);
      return row;
    },
    raw: (sql, params) => [...exec(sql, params).raw()],
  };
}

const READS = /^\s*SELECT\b/i;

/** Counts the statements that may have written. Getting the count from SQLite would cost as much as reading a row. */
export class WatchedSql implements Sql {
  writes = 0;

  constructor(private readonly sql: Sql) {}

  get databaseSize(): number {
    return this.sql.databaseSize;
  }

  exec(query: string, ...bindings: unknown[]): ReturnType<Sql["exec"]> {
    if (!READS.test(query)) this.writes += 1;
    return this.sql.exec(query, ...bindings);
  }
}
