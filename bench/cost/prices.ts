import type { Usage } from "./usage.ts";

/** When these prices were read from Cloudflare's pages for Workers, Durable Objects, D1, R2 and Workers Logs. */
export const PRICES_READ = "2026-11-21";

/** Workers Paid, in dollars a month. */
export const PLAN_DOLLARS = 5;

interface Price {
  /** The free plan's daily limit (monthly for R2). Beyond it, requests are refused. */
  readonly freeEachDay: number;
  /** The paid plan's monthly allowance. */
  readonly included: number;
  /** The price of a million more, in dollars. */
  readonly million: number;
  readonly words: string;
}

/** Cloudflare's prices, by what is billed. */
export const prices: Readonly<Record<keyof Usage, Price>> = {
  requests: { freeEachDay: 100_000, included: 10e6, million: 0.3, words: "requests" },
  worker_ms: { freeEachDay: Number.POSITIVE_INFINITY, included: 30e6, million: 0.02, words: "milliseconds of CPU" },
  object_requests: { freeEachDay: 100_000, included: 1e6, million: 0.15, words: "calls of objects" },
  gigabyte_seconds: { freeEachDay: 13_000, included: 400_000, million: 12.5, words: "gigabyte-seconds" },
  rows_read: { freeEachDay: 5e6, included: 25e9, million: 0.001, words: "rows read by objects" },
  rows_written: { freeEachDay: 100_000, included: 50e6, million: 1, words: "rows written by objects" },
  d1_rows_read: { freeEachDay: 5e6, included: 25e9, million: 0.001, words: "rows read in D1" },
  d1_rows_written: { freeEachDay: 100_000, included: 50e6, million: 1, words: "rows written in D1" },
  r2_writes: { freeEachDay: 1e6 / 30, included: 1e6, million: 4.5, words: "files written" },
  r2_reads: { freeEachDay: 10e6 / 30, included: 10e6, million: 0.36, words: "files read" },
  log_lines: { freeEachDay: 200_000, included: 20e6, million: 0.6, words: "lines of the log" },
};

/** Limits of a Worker request on the free plan. */
export const FREE_REQUEST = { cpu_ms: 10, subrequests: 50, body_bytes: 100e6 } as const;
