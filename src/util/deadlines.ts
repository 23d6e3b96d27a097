import type { Clock } from "./clock.ts";
import { entryOf } from "./collections.ts";
import { type Milliseconds, milliseconds } from "./time.ts";

const TICK_MS = milliseconds(250);

/**
 * Many timeouts over one timer of the platform, which allows an object ten thousand timers at a time. Each fires up to
 * a quarter of a second late.
 */
export class Deadlines {
  #byTick = new Map<number, Set<() => void>>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #armedFor = Number.POSITIVE_INFINITY;

  constructor(private readonly clock: Clock) {}

  /** Runs `act` after a while. Returns a function that cancels it. */
  after(ms: Milliseconds, act: () => void): () => void {
    const tick = Math.ceil((this.clock.milliseconds() + ms) / TICK_MS);
    const acts = entryOf(this.#byTick, tick, () => new Set<() => void>());
    acts.add(act);
    this.#arm(tick);
    return () => {
      if (acts.delete(act) && acts.size === 0) this.#drop(tick);
    };
  }

  #drop(tick: number): void {
    this.#byTick.delete(tick);
    // A pending timer would keep the object from hibernating.
    if (this.#byTick.size === 0) this.#disarm();
  }

  #disarm(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#armedFor = Number.POSITIVE_INFINITY;
  }

  #arm(tick: number): void {
    if (tick >= this.#armedFor) return;
    this.#disarm();
    this.#armedFor = tick;
    this.#timer = setTimeout(() => this.#pass(), Math.max(0, tick * TICK_MS - this.clock.milliseconds()));
  }

  #pass(): void {
    this.#disarm();
    const now = this.clock.milliseconds();
    const due = [...this.#byTick].filter(([tick]) => tick * TICK_MS <= now);
    for (const [tick, acts] of due) {
      this.#byTick.delete(tick);
      for (const act of acts) act();
    }
    if (this.#byTick.size > 0) this.#arm(Math.min(...this.#byTick.keys()));
  }
}
