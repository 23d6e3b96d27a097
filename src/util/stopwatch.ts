import { machineClock } from "./clock.ts";

/** How long an organization's changes have kept its thread, in all. On Cloudflare the clock stands still meanwhile. */
export class Stopwatch {
  #ms = 0;

  get ms(): number {
    return this.#ms;
  }

  during<T>(work: () => T): T {
    const start = machineClock.now();
    try {
      return work();
    } finally {
      this.#ms += machineClock.now() - start;
    }
  }
}
