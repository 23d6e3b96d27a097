/** D1 as the Worker reads it for one organization. */
export interface BulkReader {
  readonly realm: number;
  readonly database: D1Database;
}
