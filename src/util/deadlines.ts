import type { Clock } from "./clock.ts";
import { entryOf } from "./collections.ts";
import { eachAlone } from "./each-alone.ts";
import { type Milliseconds, milliseconds } from "./time.ts";

const TICK_MS = milliseconds(250);

/**
 * Many timeouts over one platform timer, because the platform allows an object only ten thousand timers at a time. Each
 * fires up to a quarter of a second late.
 */
export class Deadlines {
  #byTick = new Map<number, Set<() => void>>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #armedFor = Number.POSITIVE_INFINITY;
  /** Total time that the clock has been set back. */
  #setBack = 0;

  constructor(private readonly clock: Clock) {}

  /** Runs `act` after a delay. Returns a function that cancels it. */
  after(ms: Milliseconds, act: () => void): () => void {
    const tick = Math.ceil((this.#now + ms) / TICK_MS);
    const acts = entryOf(this.#byTick, tick, () => new Set<() => void>());
    acts.add(act);
    this.#arm(tick);
    return () => {
      if (acts.delete(act) && acts.size === 0 && this.#byTick.get(tick) === acts) this.#drop(tick);
    };
  }

  get #now(): number {
    return this.clock.milliseconds() + this.#setBack;
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
    this.#timer = setTimeout(() => this.#pass(), Math.max(0, tick * TICK_MS - this.#now));
  }

  #pass(): void {
    // The platform's timers keep running when the clock is set.
    this.#setBack += Math.max(0, this.#armedFor * TICK_MS - this.#now);
    this.#disarm();
    const now = this.#now;
    const due = [...this.#byTick].filter(([tick]) => tick * TICK_MS <= now);
    for (const [tick] of due) this.#byTick.delete(tick);
    if (this.#byTick.size > 0) this.#arm(Math.min(...this.#byTick.keys()));
    // If one callback cancels another one that is due at the same time, the other isn't run.
    for (const [, acts] of due) eachAlone(acts, (act) => act());
  }
}
