import type { Clock } from "../../../src/web/wire/clock.ts";

/** Time that passes only when a test says so, and all at once. */
export class VirtualClock implements Clock {
  #now = 1_700_000_000_000;
  #jumped = 0;
  /** The next one is the last. */
  readonly #timers: { readonly at: number; run: (() => void) | undefined }[] = [];

  now(): number {
    return this.#now + this.#jumped;
  }

  /** How much time has passed, whatever the clock of the computer says. */
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

  /** Somebody sets the clock of the computer: timers come as before. */
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

/** Whatever needs no time has happened. */
async function settled(): Promise<void> {
  for (let i = 0; i < 60; i++) await undefined;
}
