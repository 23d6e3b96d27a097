import type { Clock } from "../../../src/web/wire/clock.ts";

/** A clock on which time passes only when the test says so, and then at once. */
export class VirtualClock implements Clock {
  #now = 1_700_000_000_000;
  #jumped = 0;
  /** Sorted in descending order of time, so that the next timer is last. */
  readonly #timers: { readonly at: number; run: (() => void) | undefined }[] = [];

  now(): number {
    return this.#now + this.#jumped;
  }

  /** Returns the time that timers use, which jumps of the computer's clock don't affect. */
  passed(): number {
    return this.#now;
  }

  after(ms: number, run: () => void): () => void {
    const timer: { readonly at: number; run: (() => void) | undefined } = { at: this.#now + Math.max(0, ms), run };
    let [low, high] = [0, this.#timers.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#timers[middle]?.at ?? 0) > timer.at) low = middle + 1;
      else high = middle;
    }
    this.#timers.splice(low, 0, timer);
    return () => {
      timer.run = undefined;
    };
  }

  /** Changes the computer's clock, without affecting timers. */
  jump(ms: number): void {
    this.#jumped += ms;
  }

  async pass(ms: number): Promise<void> {
    const end = this.#now + ms;
    await settled();
    for (;;) {
      const next = this.#timers.at(-1);
      if (next === undefined || next.at > end) break;
      this.#timers.pop();
      this.#now = next.at;
      if (next.run === undefined) continue;
      next.run();
      await settled();
    }
    this.#now = end;
  }
}

/** Waits until everything that needs no time has happened. */
async function settled(): Promise<void> {
  for (let i = 0; i < 60; i++) await undefined;
}
