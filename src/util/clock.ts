import { entryOf } from "./collections.ts";
import { after, type Milliseconds, milliseconds } from "./time.ts";

export interface Clock {
  /** The time since 1970. */
  milliseconds(): Milliseconds;
}

/** The only place that reads the machine's clock. */
export const machineClock: Clock = { milliseconds: () => milliseconds(Date.now()) };

/** A clock that tests move forward. */
export class MovableClock implements Clock {
  #ahead = 0;

  milliseconds(): Milliseconds {
    return after(machineClock.milliseconds(), milliseconds(this.#ahead));
  }

  advance(ms: Milliseconds): void {
    this.#ahead += ms;
  }
}

const moved = new Map<number, MovableClock>();

/** The clock of a realm in a server that was started with test hooks: it keeps its place while the object sleeps. */
export function movableClock(realm: number): MovableClock {
  return entryOf(moved, realm, () => new MovableClock());
}
