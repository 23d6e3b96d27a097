import type { Clock } from "../../util/clock.ts";
import { type Milliseconds, milliseconds } from "../../util/time.ts";

/**
 * The time that a change waits to be shipped together with others, after its own response is sent; a reader shortens it.
 */
export const GATHER_MS = milliseconds(30);
/**
 * The pace of shipments where much changes, in time and in changes: each costs D1 as much as the rows of dozens of messages.
 * More changes than these at once would keep D1 from others for long.
 */
const BUSY_MS = milliseconds(1000);
const MAX_GATHERED = 250;

/** The time and the number of changes that are gathered until the next shipment, and for how long D1 has lacked rows. */
export class ShippingPace {
  /** When the last shipment began. */
  #began: Milliseconds | undefined;
  /** The changes since then. */
  #gathered = 0;
  #behindSince: Milliseconds | undefined;

  constructor(private readonly clock: Clock) {}

  /** Since when D1 lacks rows, by what this object has seen; undefined where it has all. */
  get behindSince(): Milliseconds | undefined {
    return this.#behindSince;
  }

  changed(): void {
    this.#gathered += 1;
  }

  /** Whether exactly so many changes have come that a planned shipment has to be sooner. */
  get isFull(): boolean {
    return this.#gathered === MAX_GATHERED;
  }

  /** The time until a shipment that is planned now. */
  get pause(): Milliseconds {
    if (this.#began === undefined || this.#gathered >= MAX_GATHERED) return GATHER_MS;
    const past = this.clock.milliseconds() - this.#began;
    return milliseconds(Math.min(BUSY_MS, Math.max(GATHER_MS, BUSY_MS - past)));
  }

  began(): void {
    this.#began = this.clock.milliseconds();
    this.#gathered = 0;
  }

  /** Takes note that rows wait. */
  waits(): void {
    this.#behindSince ??= this.clock.milliseconds();
  }

  /** Takes note that what waited has arrived; others may have come meanwhile. */
  ended(isWaiting: boolean): void {
    this.#behindSince = isWaiting ? this.clock.milliseconds() : undefined;
  }
}
