/** How far back is looked to tell how fast it goes. */
const WINDOW_MS = 30_000;
/** Before so much time has passed, nothing is said. */
const LEAST_MS = 3_000;

interface Mark {
  readonly at: number;
  readonly done: number;
}

/** How fast something goes, by what it did lately. */
export class Pace {
  #marks: Mark[] = [];

  /** So much is done at a time, in milliseconds. Less than before is a new beginning. */
  mark(done: number, at: number): void {
    const last = this.#marks.at(-1);
    if (last !== undefined && done < last.done) this.#marks = [];
    // One that is older than the window stays, so that the window is full.
    while ((this.#marks[1]?.at ?? at) < at - WINDOW_MS) this.#marks.shift();
    this.#marks.push({ at, done });
  }

  /** In how many seconds it is done, where that can be said. */
  secondsTo(total: number): number | undefined {
    const [first, last] = [this.#marks[0], this.#marks.at(-1)];
    if (first === undefined || last === undefined || last.at - first.at < LEAST_MS || last.done <= first.done)
      return undefined;
    return ((total - last.done) * (last.at - first.at)) / (last.done - first.done) / 1000;
  }
}
