/**
 * Limits the work of a parser of untrusted bytes. Throws once a file takes more steps than any valid one needs. Lengths
 * stated in a file control how far its parser goes, so a parser bug becomes an error here instead of a loop that blocks
 * the thread.
 */
export class WorkBudget {
  // Commands load this file with only its types stripped, which doesn't allow parameter properties.
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
