const WINDOW = 1024;

/** Frame counters received for one track. Rejects repeated ones, and those far behind the others. */
export class SeenCounters {
  readonly #seen = new Float64Array(WINDOW).fill(-1);
  #highest = -1;

  has(counter: number): boolean {
    return counter <= this.#highest - WINDOW || this.#seen[counter % WINDOW] === counter;
  }

  add(counter: number): void {
    this.#seen[counter % WINDOW] = counter;
    this.#highest = Math.max(this.#highest, counter);
  }
}
