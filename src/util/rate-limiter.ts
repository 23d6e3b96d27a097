import type { Clock } from "./clock.ts";
import { entryOf } from "./collections.ts";
import { after, before, type Milliseconds, milliseconds } from "./time.ts";

export interface Limit {
  readonly most: number;
  readonly perMs: Milliseconds;
}

/** The headers of a rate-limited response, as numbers (conventions.md 6). */
export interface LimitState {
  readonly limit: number;
  readonly remaining: number;
  readonly resetAt: Milliseconds;
  /** Wait before the next call, or 0 if the limit isn't reached. */
  readonly retryMs: Milliseconds;
}

/**
 * Counts calls per key in a sliding window. Counts are only in memory, because losing them when the object is evicted
 * does no harm.
 */
export class RateLimiter {
  #calls = new Map<string, Milliseconds[]>();
  #swept = milliseconds(0);
  #latest = milliseconds(0);
  /**
   * Total time that the clock has been set back. Without this correction, calls with times in the future would block
   * their callers.
   */
  #setBack = milliseconds(0);

  constructor(private readonly clock: Clock) {}

  take(key: string, { most, perMs }: Limit): LimitState {
    const now = this.#now();
    this.#sweep(now, perMs);
    const calls = entryOf(this.#calls, key, () => []);
    let gone = 0;
    while (gone < calls.length && (calls[gone] ?? now) <= before(now, perMs)) gone += 1;
    if (gone > 0) calls.splice(0, gone);
    const isOver = calls.length >= most;
    if (!isOver) calls.push(now);
    const oldest = calls[0] ?? now;
    return {
      limit: most,
      remaining: Math.max(0, most - calls.length),
      resetAt: before(after(oldest, perMs), this.#setBack),
      retryMs: milliseconds(isOver ? oldest + perMs - now : 0),
    };
  }

  /** Returns the clock's time, adjusted so that it never goes back. */
  #now(): Milliseconds {
    const now = after(this.clock.milliseconds(), this.#setBack);
    if (now < this.#latest) this.#setBack = milliseconds(this.#setBack + this.#latest - now);
    else this.#latest = now;
    return this.#latest;
  }

  /** Drops keys without calls in the current window, once per window. */
  #sweep(now: Milliseconds, perMs: Milliseconds): void {
    if (now - this.#swept < perMs) return;
    this.#swept = now;
    for (const [key, calls] of this.#calls) if ((calls.at(-1) ?? 0) <= before(now, perMs)) this.#calls.delete(key);
  }
}
