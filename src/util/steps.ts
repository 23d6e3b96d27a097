/**
 * Counts what a reader of foreign bytes does, and ends it where that is more than any honest file needs. Lengths that a file
 * states decide how far its reader goes; a mistake with one of them becomes a refusal here, and not a loop that stops
 * everybody on the thread.
 */
export class WorkBudget {
  // Commands read this file with its types stripped alone, which leaves no room for fields among the parameters.
  readonly #most: number;
  readonly #refusal: () => Error;
  #taken = 0;

  constructor(most: number, refusal: () => Error) {
    this.#most = most;
    this.#refusal = refusal;
  }

  get taken(): number {
    return this.#taken;
  }

  take(): void {
    if (this.#taken >= this.#most) throw this.#refusal();
    this.#taken += 1;
  }
}
