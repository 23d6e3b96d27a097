/** D1 as the Worker reads it for one organization: the realm's id is bound here, never passed by a feature. */
export interface BulkReader {
  readonly realm: number;
  readonly database: D1Database;
}
