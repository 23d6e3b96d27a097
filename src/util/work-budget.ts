/**
 * Limits the work of a parser of untrusted bytes. Throws once a file takes more steps than any valid one would. The
 * lengths in a file determine how far its parser goes, so this turns an endless loop, which would block the thread,
 * into an error.
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
