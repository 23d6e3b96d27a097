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

  get ahead(): number {
    return this.#ahead;
  }
}
