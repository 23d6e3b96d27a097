import { Violation } from "../frame/part.ts";
import type { Watched } from "./watch.ts";

/** How much a case may affect others. */
export interface Bounds {
  /** Maximum duration of GET /health and of a colleague's message, on an otherwise idle machine. */
  readonly healthMs: number;
  readonly sendMs: number;
  /** Maximum median duration of a colleague's messages. */
  readonly medianMs: number;
  /** How much more memory workerd may hold than before the case. */
  readonly growthBytes: number;
  /** How much more memory workerd may hold than before the first case. Memory is freed late, but it is freed. */
  readonly keptBytes: number;
}

const MEMORY = { growthBytes: 200 * 2 ** 20, keptBytes: 500 * 2 ** 20 };
/** Bounds that users don't notice, on an otherwise idle machine. */
export const TIGHT: Bounds = { healthMs: 500, sendMs: 1000, medianMs: 100, ...MEMORY };
/** Bounds for a shared machine, on which only a frozen server can be told from a slow one. */
export const GENEROUS: Bounds = { healthMs: 10_000, sendMs: 15_000, medianMs: 5000, ...MEMORY };

export interface Observed {
  readonly seen: Watched;
  /** Measured before the case, while nothing was happening. */
  readonly quiet: Watched;
  /** Memory that workerd held before the first case, and before this one. */
  readonly baseBytes: number;
  readonly startBytes: number;
}

/** The durations in quiet, times this factor, are added to the bounds. If they are long, the machine is busy. */
const BUSY = 4;
/** With fewer messages than this, the median is meaningless. */
const ENOUGH = 10;

/** Throws if a case has affected others more than the bounds allow. */
export function checkBounds(name: string, { seen, quiet, baseBytes, startBytes }: Observed, bounds: Bounds): void {
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

/** The measurements in one line. */
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
