import type { Clock } from "./clock.ts";
import { entryOf } from "./collections.ts";
import { after, before, type Milliseconds, milliseconds } from "./time.ts";

export interface Limit {
  readonly most: number;
  readonly perMs: Milliseconds;
}

/** What a rate-limited answer tells in its headers (conventions.md 6). */
export interface LimitState {
  readonly limit: number;
  readonly remaining: number;
  /** When the window is free again. */
  readonly resetAt: Milliseconds;
  /** How long to wait, where the limit is hit. */
  readonly retryMs: Milliseconds;
}

/** Counts calls in a sliding window, per key, in memory: forgetting them when the object sleeps is harmless. */
export class RateLimiter {
  #calls = new Map<string, Milliseconds[]>();
  #swept = milliseconds(0);

  constructor(private readonly clock: Clock) {}

  take(key: string, { most, perMs }: Limit): LimitState {
    const now = this.clock.milliseconds();
    this.#sweep(now, perMs);
    const calls = entryOf(this.#calls, key, () => []);
    let gone = 0;
    while (gone < calls.length && (calls[gone] ?? now) <= before(now, perMs)) gone += 1;
    if (gone > 0) calls.splice(0, gone);
    const oldest = calls[0] ?? now;
    if (calls.length >= most)
      return {
        limit: most,
        remaining: 0,
        resetAt: after(oldest, perMs),
        retryMs: milliseconds(oldest + perMs - now),
      };
    calls.push(now);
    return {
      limit: most,
      remaining: most - calls.length,
      resetAt: after(calls[0] ?? now, perMs),
      retryMs: milliseconds(0),
    };
  }

  /** Drops the keys that have been silent for a window, once a window. */
  #sweep(now: Milliseconds, perMs: Milliseconds): void {
    if (now - this.#swept < perMs) return;
    this.#swept = now;
    for (const [key, calls] of this.#calls) if ((calls.at(-1) ?? 0) <= before(now, perMs)) this.#calls.delete(key);
  }
}
