import { machineClock } from "./clock.ts";
import { type Milliseconds, milliseconds } from "./time.ts";

/**
 * Measures the total time of synchronous work. On Cloudflare it measures nothing, because the clock doesn't advance
 * during synchronous work.
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
