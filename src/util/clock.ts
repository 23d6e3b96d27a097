import { entryOf } from "./collections.ts";
import { after, type Milliseconds, milliseconds } from "./time.ts";

export interface Clock {
  /** Since 1970. */
  milliseconds(): Milliseconds;
}

/** The only place that reads the machine's clock. */
export const machineClock: Clock = { milliseconds: () => milliseconds(Date.now()) };

/** A clock that tests can move forward, and stop. */
export class MovableClock implements Clock {
  #ahead = 0;
  #stoppedAt: Milliseconds | undefined;

  milliseconds(): Milliseconds {
    return after(this.#stoppedAt ?? machineClock.milliseconds(), milliseconds(this.#ahead));
  }

  /** Stops the clock. From then on, only `advance` moves it. */
  stop(): void {
    this.#stoppedAt ??= machineClock.milliseconds();
  }

  advance(ms: Milliseconds): void {
    this.#ahead += ms;
  }
}

const moved = new Map<number, MovableClock>();

/** Returns a realm's clock on a server with test hooks. It keeps its offset while the object hibernates. */
export function movableClock(realm: number): MovableClock {
  return entryOf(moved, realm, () => new MovableClock());
}

/**
 * Measures the total time of synchronous work. On Cloudflare, the result is 0, because the clock doesn't advance during
 * synchronous work.
 */
export class Stopwatch {
  #ms = milliseconds(0);

  get ms(): Milliseconds {
    return this.#ms;
  }

  during<T>(work: () => T): T {
    const start = machineClock.milliseconds();
    try {
      return work();
    } finally {
      this.#ms = milliseconds(this.#ms + machineClock.milliseconds() - start);
    }
  }
}
