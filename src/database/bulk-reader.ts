export interface BulkStatement {
  bind(...values: unknown[]): BulkStatement;
  all<Row>(): Promise<{ results: Row[] }>;
  first<Value>(column: string): Promise<Value | null>;
  first<Row>(): Promise<Row | null>;
}

/** Read access to D1 for one organization. */
export interface BulkReader {
  readonly realm: number;
  readonly database: {
    prepare(query: string): BulkStatement;
    batch<Row>(statements: BulkStatement[]): Promise<{ results: Row[] }[]>;
  };
}

/**
 * Reads everything the organization's object had shipped to D1 as of a bookmark, from any nearby replica that is recent
 * enough. Without a bookmark, reads the primary.
 */
export const bulkReader = (realm: number, database: D1Database, bookmark: string | null | undefined): BulkReader => ({
  realm,
  database: bookmark ? database.withSession(bookmark) : database,
});
