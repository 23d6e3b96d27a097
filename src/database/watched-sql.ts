import type { Sql } from "./statement.ts";

const READS = /^\s*SELECT\b/i;

/** SQLite that counts the statements that may have written. Asking SQLite itself costs as much as reading a row. */
export class WatchedSql implements Sql {
  writes = 0;
  readonly #sql: Sql;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  get databaseSize(): number {
    return this.#sql.databaseSize;
  }

  exec(query: string, ...bindings: unknown[]): ReturnType<Sql["exec"]> {
    if (!READS.test(query)) this.writes += 1;
    return this.#sql.exec(query, ...bindings);
  }
}
