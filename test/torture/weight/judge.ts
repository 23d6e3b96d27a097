import { Violation } from "../frame/part.ts";
import type { Watched } from "./watch.ts";

/** What a weight may do to everybody else. */
export interface Bounds {
  /** The longest that /health waits, and a colleague's message, on a machine that does nothing else. */
  readonly healthMs: number;
  readonly sendMs: number;
  /** The same for half of a colleague's messages. */
  readonly medianMs: number;
  /** How much memory is held beyond what was held before it. */
  readonly growthBytes: number;
  /** The same beyond what was held before anything: what is done with is given back late, but it is given back. */
  readonly keptBytes: number;
}

const MEMORY = { growthBytes: 200 * 2 ** 20, keptBytes: 500 * 2 ** 20 };
/** As long as a person notices nothing, on a machine that does this alone. */
export const TIGHT: Bounds = { healthMs: 500, sendMs: 1000, medianMs: 50, ...MEMORY };
/** Where others use the machine too, only what freezes is told from what is slow. */
export const GENEROUS: Bounds = { healthMs: 10_000, sendMs: 15_000, medianMs: 5000, ...MEMORY };

export interface Observed {
  readonly seen: Watched;
  /** The same while nobody did anything. */
  readonly quiet: Watched;
  /** The memory held before anything was done, and before this was. */
  readonly baseBytes: number;
  readonly startBytes: number;
}

/** What is slow while nobody does anything is a busy machine, on which all is slower. */
const BUSY = 4;
/** Half of fewer says nothing. */
const ENOUGH = 10;

/** Throws where the weight was felt. */
export function judge(name: string, { seen, quiet, baseBytes, startBytes }: Observed, bounds: Bounds): void {
  const [now, before] = [digest(seen), digest(quiet)];
  const found = [
    ...seen.faults.slice(0, 3),
    ...longer("GET /health waits", now.health.max, before.health.max, bounds.healthMs),
    ...longer("a colleague's message takes", now.sends.max, before.sends.max, bounds.sendMs),
    ...(seen.sends.length < ENOUGH
      ? []
      : longer("half of a colleague's messages take", now.sends.p50, before.sends.p50, bounds.medianMs)),
    ...larger("than before", seen.peakBytes - startBytes, bounds.growthBytes),
    ...larger("than before anything", seen.peakBytes - baseBytes, bounds.keptBytes),
  ];
  if (found.length > 0) throw new Violation(`${name}: ${found.join("; ")}`);
}

function longer(what: string, ms: number, quietMs: number, most: number): string[] {
  return ms > most + BUSY * quietMs ? [`${what} ${Math.round(ms)} ms (${Math.round(quietMs)} in quiet)`] : [];
}

function larger(what: string, bytes: number, most: number): string[] {
  return bytes > most ? [`workerd holds ${mega(bytes)} MB more ${what}`] : [];
}

/** What was seen, in a line. */
export function describe({ seen, quiet, baseBytes, startBytes }: Observed): string {
  const [now, before] = [digest(seen), digest(quiet)];
  const line = ({ p50, p99, max }: Digest) => [p50, p99, max].map((ms) => ms.toFixed(0)).join("/");
  const times = (what: "health" | "sends") => `${line(now[what])} ms (quiet ${line(before[what])})`;
  const signed = (bytes: number) => `${bytes < 0 ? "" : "+"}${mega(bytes)} MB`;
  const memory = `${signed(seen.peakBytes - startBytes)} (${signed(seen.peakBytes - baseBytes)} in all)`;
  return `health p50/p99/max ${times("health")}, sends ${times("sends")}, memory ${memory}`;
}

interface Digest {
  readonly p50: number;
  readonly p99: number;
  readonly max: number;
}

function digest({ health, sends }: Watched): { health: Digest; sends: Digest } {
  return { health: percentiles(health), sends: percentiles(sends) };
}

function percentiles(took: readonly number[]): Digest {
  const sorted = took.toSorted((one, other) => one - other);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  return { p50: at(0.5), p99: at(0.99), max: at(1) };
}

const mega = (bytes: number) => Math.round(bytes / 2 ** 20);
