/** The result that is read of a statement of D1. */
export interface BulkStatement {
  bind(...values: unknown[]): BulkStatement;
  all<Row>(): Promise<{ results: Row[] }>;
  first<Value>(column: string): Promise<Value | null>;
  first<Row>(): Promise<Row | null>;
}

/** D1 as the Worker reads it for one organization. */
export interface BulkReader {
  readonly realm: number;
  readonly database: {
    prepare(query: string): BulkStatement;
    batch<Row>(statements: BulkStatement[]): Promise<{ results: Row[] }[]>;
  };
}

/**
 * Reads what the organization's object had shipped to D1 by the time of a bookmark, from whichever of D1's copies is near
 * and as new. Without a bookmark, D1 itself is read, wherever it is.
 */
export const bulkReader = (realm: number, database: D1Database, bookmark: string | null | undefined): BulkReader => ({
  realm,
  database: bookmark ? database.withSession(bookmark) : database,
});
