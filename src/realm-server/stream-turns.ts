import { realmUnavailable } from "../protocol/errors.ts";
import { fractionOf, type Random } from "../util/random.ts";

/** The most streams that are opened in a turn of the event loop: each takes some hundred microseconds. */
export const STREAMS_A_TURN = 8;
/** The most clients that wait for a turn: several seconds' work. A client gives up after fifteen. */
export const MOST_WAITING = 10_000;

/**
 * Lets streams be opened some in a turn, so that other calls get theirs between them. After an outage, all clients come back
 * at once.
 */
export class StreamTurns {
  #taken = 0;
  #waiting: (() => void)[] = [];

  constructor(private readonly random: Random) {}

  /** Waits until another stream may be opened, which is at once while few are; refuses where too many wait. */
  take(): Promise<void> | undefined {
    if (this.#taken < STREAMS_A_TURN && this.#waiting.length === 0) {
      if (this.#taken === 0) this.#nextTurn();
      this.#taken += 1;
      return undefined;
    }
    if (this.#waiting.length >= MOST_WAITING) {
      throw realmUnavailable("Too many clients are coming back. Try again later.", 5 + 10 * fractionOf(this.random));
    }
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
    });
  }

  #nextTurn(): void {
    setTimeout(() => {
      const next = this.#waiting.splice(0, STREAMS_A_TURN);
      this.#taken = next.length;
      if (next.length > 0) this.#nextTurn();
      for (const open of next) open();
    }, 0);
  }
}
