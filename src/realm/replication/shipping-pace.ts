import type { Clock } from "../../util/clock.ts";
import { type Milliseconds, milliseconds } from "../../util/time.ts";

/**
 * How long a change waits after its response is sent, so that it is shipped together with others. Waiting readers
 * shorten the delay.
 */
export const GATHER_MS = milliseconds(30);
/**
 * Under load, the maximum time and number of changes to collect. Each shipment costs D1 as much as the rows of dozens
 * of messages, but a larger one would block D1 for others too long.
 */
const BUSY_MS = milliseconds(1000);
const MAX_GATHERED = 250;

/** Decides how long changes are collected before the next shipment, and records when D1 fell behind. */
export class ShippingPace {
  #began: Milliseconds | undefined;
  #gathered = 0;
  #behindSince: Milliseconds | undefined;

  constructor(private readonly clock: Clock) {}

  /** When this object found that D1 had fallen behind. Undefined if D1 is up to date. */
  get behindSince(): Milliseconds | undefined {
    return this.#behindSince;
  }

  changed(): void {
    this.#gathered += 1;
  }

  /** True only at the change that reaches the limit, so that a planned shipment starts earlier. */
  get isFull(): boolean {
    return this.#gathered === MAX_GATHERED;
  }

  /** Delay of a shipment planned now. */
  get pause(): Milliseconds {
    if (this.#began === undefined || this.#gathered >= MAX_GATHERED) return GATHER_MS;
    const past = this.clock.milliseconds() - this.#began;
    return milliseconds(Math.min(BUSY_MS, Math.max(GATHER_MS, BUSY_MS - past)));
  }

  began(): void {
    this.#began = this.clock.milliseconds();
    this.#gathered = 0;
  }

  waits(): void {
    this.#behindSince ??= this.clock.milliseconds();
  }

  /** Records that the waiting rows have arrived. New rows may already be waiting. */
  ended(isWaiting: boolean): void {
    this.#behindSince = isWaiting ? this.clock.milliseconds() : undefined;
  }
}
