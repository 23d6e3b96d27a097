import type { Milliseconds } from "../util/time.ts";
import { type FamilyName, type Labels, type Numbers, series } from "./families.ts";

/**
 * Counters of this isolate, by series. On a self-hosted server, there is only one isolate, for the Worker and all
 * objects. Each label takes one of a few values fixed in the code, so the map stays small.
 */
const counts = new Map<string, number>();

export function count(name: FamilyName, labels?: Labels, by = 1): void {
  add(series(name, labels), by);
}

function add(name: string, by: number): void {
  counts.set(name, (counts.get(name) ?? 0) + by);
}

/** Upper limits of the response time histogram's buckets, in seconds. */
const BUCKETS = [0.01, 0.05, 0.25, 1, 5] as const;

/** Histogram series of one kind. Buckets are cumulative: each counts all responses up to its limit. */
const seriesOf = (kind: string) => ({
  buckets: BUCKETS.map((le) => ({ le, name: series("parley_request_seconds_bucket", { kind, le }) })),
  all: series("parley_request_seconds_bucket", { kind, le: "+Inf" }),
  sum: series("parley_request_seconds_sum", { kind }),
  number: series("parley_request_seconds_count", { kind }),
});
const histograms = new Map<string, ReturnType<typeof seriesOf>>();

export function countTime(kind: string, ms: Milliseconds | number): void {
  const known = histograms.get(kind) ?? seriesOf(kind);
  histograms.set(kind, known);
  for (const { le, name } of known.buckets) add(name, ms <= le * 1000 ? 1 : 0);
  add(known.all, 1);
  add(known.sum, ms / 1000);
  add(known.number, 1);
}

/** Returns everything counted since the isolate started, or since `takeCounts`. */
export const countsSoFar = (): Numbers => Object.fromEntries(counts);

/** Returns the counts and resets them, to add them to the sum over all isolates. */
export function takeCounts(): Numbers {
  const taken = countsSoFar();
  counts.clear();
  return taken;
}

/** Adds back counts that were taken but couldn't be stored. */
export function giveBackCounts(taken: Numbers): void {
  for (const [name, by] of Object.entries(taken)) add(name, by);
}
