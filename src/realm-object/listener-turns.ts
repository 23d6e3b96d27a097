import { realmUnavailable } from "../protocol/errors.ts";
import { fractionOf, type Random } from "../util/random.ts";

/** Streams opened per turn of the event loop. Each takes a few hundred microseconds. */
export const STREAMS_A_TURN = 8;
/** Polls taken per turn. Each takes a quarter of a stream's time. */
export const POLLS_A_TURN = 32;
/** Maximum clients waiting for a turn. Letting them all in takes several seconds; clients give up after fifteen. */
export const MAX_WAITING = 10_000;

/**
 * Spreads new listeners over several turns, so that other calls run in between. After an outage, all clients return at
 * the same time.
 */
export class ListenerTurns {
  #taken = 0;
  #waiting: (() => void)[] = [];

  constructor(
    private readonly room: number,
    private readonly random: Random,
  ) {}

  /**
   * Waits until another client can start. Returns undefined if it can start at once. Throws if too many are waiting.
   */
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
