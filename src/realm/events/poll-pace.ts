import { type Clock, machineClock } from "../../util/clock.ts";
import { type Milliseconds, milliseconds } from "../../util/time.ts";

/** About as many polls an object can answer in a second: each comes back at once. */
const MAX_A_SECOND = 1000;
const SECOND_MS = 1000;
/** The longest wait of an event, so that the next ones are brought by the same answers. */
const MAX_DURATION_MS = 500;

/** Says how long events are gathered before they wake polls: not at all, unless more polls would come back than can be answered. */
export class PollPace {
  #began = milliseconds(0);
  #answered = 0;

  constructor(private readonly clock: Clock = machineClock) {}

  /** Takes note of polls that are answered now. */
  answered(polls: number): void {
    const now = this.clock.milliseconds();
    if (now - this.#began >= SECOND_MS) {
      this.#began = now;
      this.#answered = 0;
    }
    this.#answered += polls;
  }

  /** The time that an event waits if it comes now. */
  pause(): Milliseconds {
    const left = this.#began + SECOND_MS - this.clock.milliseconds();
    if (left <= 0 || this.#answered < MAX_A_SECOND) return milliseconds(0);
    return milliseconds(Math.min(MAX_DURATION_MS, left));
  }
}
