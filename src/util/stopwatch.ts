import { machineClock } from "./clock.ts";
import { type Milliseconds, milliseconds } from "./time.ts";

/** How long an organization's changes have kept its thread, in all. On Cloudflare the clock stands still meanwhile. */
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
