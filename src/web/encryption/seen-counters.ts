const WINDOW = 1024;

/** The counters of frames that have come of one track: none is taken twice, and none that is far behind the others. */
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
