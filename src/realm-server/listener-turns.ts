import { realmUnavailable } from "../protocol/errors.ts";
import { fractionOf, type Random } from "../util/random.ts";

/** The most streams that are opened in a turn of the event loop: each takes some hundred microseconds. */
export const STREAMS_A_TURN = 8;
/** The most polls that are taken in a turn: each takes a fourth of that. */
export const POLLS_A_TURN = 32;
/** The most clients that wait for a turn: several seconds' work. A client gives up after fifteen. */
export const MAX_WAITING = 10_000;

/**
 * Lets clients begin to listen some in a turn, so that other calls get theirs between them. After an outage, all come back at
 * once.
 */
export class ListenerTurns {
  #taken = 0;
  #waiting: (() => void)[] = [];

  constructor(
    private readonly room: number,
    private readonly random: Random,
  ) {}

  /** Waits until another client may begin, which is at once while few do; refuses where too many wait. */
  take(): Promise<void> | undefined {
    if (this.#taken < this.room && this.#waiting.length === 0) {
      if (this.#taken === 0) this.#nextTurn();
      this.#taken += 1;
      return undefined;
    }
    if (this.#waiting.length >= MAX_WAITING) {
      throw realmUnavailable("Too many clients are coming back. Try again later.", 5 + 10 * fractionOf(this.random));
    }
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
    });
  }

  #nextTurn(): void {
    setTimeout(() => {
      const next = this.#waiting.splice(0, this.room);
      this.#taken = next.length;
      if (next.length > 0) this.#nextTurn();
      for (const begin of next) begin();
    }, 0);
  }
}
