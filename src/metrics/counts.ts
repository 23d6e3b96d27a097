import type { Milliseconds } from "../util/time.ts";
import type { FamilyName } from "./families.ts";
import { type Labels, type Numbers, series } from "./series.ts";

/**
 * The counts of this isolate, by series. On one's own machine it is the only one: the Worker and all objects count here, and it
 * costs them a sum. Each label has few values, which are the program's own.
 */
const counts = new Map<string, number>();

/** Counts something that has happened. */
export function count(name: FamilyName, labels?: Labels, by = 1): void {
  add(series(name, labels), by);
}

function add(name: string, by: number): void {
  counts.set(name, (counts.get(name) ?? 0) + by);
}

/** The limits of the buckets that times of answers are counted in, in seconds. */
const BUCKETS = [0.01, 0.05, 0.25, 1, 5] as const;

/** The series of the histogram of one kind: a bucket counts all that took no longer than its limit. */
const seriesOf = (kind: string) => ({
  buckets: BUCKETS.map((le) => ({ le, name: series("parley_request_seconds_bucket", { kind, le }) })),
  all: series("parley_request_seconds_bucket", { kind, le: "+Inf" }),
  sum: series("parley_request_seconds_sum", { kind }),
  number: series("parley_request_seconds_count", { kind }),
});
const histograms = new Map<string, ReturnType<typeof seriesOf>>();

/** Counts how long an answer took, by the kind of its request. */
export function countTime(kind: string, ms: Milliseconds | number): void {
  const known = histograms.get(kind) ?? seriesOf(kind);
  histograms.set(kind, known);
  for (const { le, name } of known.buckets) add(name, ms <= le * 1000 ? 1 : 0);
  add(known.all, 1);
  add(known.sum, ms / 1000);
  add(known.number, 1);
}

/** All that was counted since the isolate began, or since it was last taken. */
export const countsSoFar = (): Numbers => Object.fromEntries(counts);

/** Takes what was counted, so that it is counted where the counts of all isolates are. */
export function takeCounts(): Numbers {
  const taken = countsSoFar();
  counts.clear();
  return taken;
}

/** Counts again what was taken and has not arrived. */
export function giveBackCounts(taken: Numbers): void {
  for (const [name, by] of Object.entries(taken)) add(name, by);
}
