/** What Cloudflare bills or limits and a running server can count (bench/metered/). */
export interface Counts {
  /** Requests to the Worker. */
  requests: number;
  /** Requests, calls and alarms of objects. Twenty incoming WebSocket messages count as one request. */
  object_requests: number;
  object_messages: number;
  /** Rows of the objects' own databases. */
  rows_read: number;
  rows_written: number;
  d1_queries: number;
  d1_rows_read: number;
  d1_rows_written: number;
  /** R2 operations that write or list ("class A"), and that read ("class B"). */
  r2_writes: number;
  r2_reads: number;
  log_lines: number;
}

export const noCounts = (): Counts => ({
  requests: 0,
  object_requests: 0,
  object_messages: 0,
  rows_read: 0,
  rows_written: 0,
  d1_queries: 0,
  d1_rows_read: 0,
  d1_rows_written: 0,
  r2_writes: 0,
  r2_reads: 0,
  log_lines: 0,
});

export const countNames = Object.keys(noCounts()) as readonly (keyof Counts)[];

/** Combines two sets of counts, value by value. */
export function combined(one: Counts, other: Counts, by: (one: number, other: number) => number): Counts {
  const all = noCounts();
  for (const name of countNames) all[name] = by(one[name], other[name]);
  return all;
}
