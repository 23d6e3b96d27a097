import { entryOf } from "./collections.ts";

/** The only place that reads the machine's clock. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
}

export const machineClock: Clock = { now: () => Date.now() };

/** A clock that tests move forward. */
export class MovableClock implements Clock {
  #ahead = 0;

  now(): number {
    return machineClock.now() + this.#ahead;
  }

  advance(ms: number): void {
    this.#ahead += ms;
  }
}

const moved = new Map<number, MovableClock>();

/** The clock of a realm in a server that was started with test hooks: it keeps its place while the object sleeps. */
export function movableClock(realm: number): MovableClock {
  return entryOf(moved, realm, () => new MovableClock());
}
