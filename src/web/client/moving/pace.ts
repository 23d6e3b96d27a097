/** The time over which the pace is measured. */
const WINDOW_MS = 30_000;
/** The least time of measuring before an estimate is given. */
const LEAST_MS = 3_000;

interface Mark {
  readonly at: number;
  readonly done: number;
}

/** The pace of some work, from its recent progress. */
export class Pace {
  #marks: Mark[] = [];

  /** Notes the amount that is done at a time in milliseconds. A smaller amount than before starts the measurement again. */
  mark(done: number, at: number): void {
    const last = this.#marks.at(-1);
    if (last !== undefined && done < last.done) this.#marks = [];
    // The newest mark that is older than the window stays, so that the marks cover the whole window.
    while ((this.#marks[1]?.at ?? at) < at - WINDOW_MS) this.#marks.shift();
    this.#marks.push({ at, done });
  }

  /** The estimated number of seconds until all is done; undefined if there is no estimate. */
  secondsTo(total: number): number | undefined {
    const [first, last] = [this.#marks[0], this.#marks.at(-1)];
    if (first === undefined || last === undefined || last.at - first.at < LEAST_MS || last.done <= first.done)
      return undefined;
    return ((total - last.done) * (last.at - first.at)) / (last.done - first.done) / 1000;
  }
}
