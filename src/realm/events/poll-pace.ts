import { type Clock, machineClock } from "../../util/clock.ts";
import { type Milliseconds, milliseconds } from "../../util/time.ts";

/** About how many polls an object can answer per second. Each client polls again at once. */
const MAX_A_SECOND = 1000;
const SECOND_MS = 1000;
/** Maximum delay of an event, so that later events can join the same answer. */
const MAX_DURATION_MS = 500;

/**
 * Decides how long events are collected before polls are answered. There is no delay unless more polls would return
 * than the object can answer.
 */
export class PollPace {
  #began = milliseconds(0);
  #answered = 0;

  constructor(private readonly clock: Clock = machineClock) {}

  answered(polls: number): void {
    const now = this.clock.milliseconds();
    if (now - this.#began >= SECOND_MS) {
      this.#began = now;
      this.#answered = 0;
    }
    this.#answered += polls;
  }

  /** Returns the delay for an event arriving now. */
  pause(): Milliseconds {
    const left = this.#began + SECOND_MS - this.clock.milliseconds();
    if (left <= 0 || this.#answered < MAX_A_SECOND) return milliseconds(0);
    return milliseconds(Math.min(MAX_DURATION_MS, left));
  }
}
