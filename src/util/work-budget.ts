/**
 * Limits the work of a parser of untrusted bytes: throws once a file takes more steps than any valid one would.
 * Otherwise, the lengths in a malicious file could cause an endless loop, which would block the thread.
 */
export class WorkBudget {
  // Commands load this file with only its types stripped, so it can't use parameter properties.
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
