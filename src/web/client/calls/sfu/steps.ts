import type { Clock } from "../../../wire/clock.ts";
import { RoomError } from "../frames.ts";

interface StepsParts {
  readonly clock: Clock;
  /** Does what is to be done now; throws if it has to be tried again. */
  readonly run: () => Promise<void>;
  /** Called with true when the media server cannot be reached, and with false when it can again. */
  readonly onAway: (isAway: boolean) => void;
}

const FIRST_MS = 1_000;
const MAX_MS = 15_000;

/** The wait before the next attempt: 1, 2, 4, 8, and then 15 seconds. */
export const waitAfter = (failures: number): number => Math.min(MAX_MS, FIRST_MS * 2 ** (failures - 1));

/** Does one thing after another with the media server, which takes one at a time; what fails is tried again, later each time. */
export class Steps {
  readonly #parts: StepsParts;
  /** Nothing is done before the room has been reached for the first time. */
  #isOpen = false;
  #isRunning = false;
  #isWoken = false;
  #failures = 0;
  #cancelWait: (() => void) | undefined;

  constructor(parts: StepsParts) {
    this.#parts = parts;
  }

  /** There is something to do: at once, or after the wait that is under way. */
  wake(): void {
    if (this.#isRunning) this.#isWoken = true;
    else if (this.#cancelWait === undefined && this.#isOpen) void this.#run();
  }

  /** The room can be reached again, or the network is another one: nothing is waited for. */
  wakeNow(): void {
    this.#isOpen = true;
    this.#failures = 0;
    this.#stopWaiting();
    this.wake();
  }

  close(): void {
    this.#isOpen = false;
    this.#stopWaiting();
  }

  #stopWaiting(): void {
    this.#cancelWait?.();
    this.#cancelWait = undefined;
  }

  async #run(): Promise<void> {
    this.#isRunning = true;
    try {
      do {
        this.#isWoken = false;
        await this.#parts.run();
      } while (this.#isWoken && this.#isOpen);
      this.#failures = 0;
      this.#parts.onAway(false);
    } catch (error) {
      if (this.#isOpen) this.#waitAfter(error instanceof RoomError ? error.code : "");
    } finally {
      this.#isRunning = false;
    }
  }

  #waitAfter(code: string): void {
    this.#failures += 1;
    if (isAway(code)) this.#parts.onAway(true);
    // A session that has ended is replaced at once.
    const ms = code === "SESSION_GONE" && this.#failures === 1 ? 0 : waitAfter(this.#failures);
    this.#cancelWait = this.#parts.clock.after(ms, () => {
      this.#cancelWait = undefined;
      this.wake();
    });
  }
}

/** Whether this refusal says nothing about the request: the media server is away or busy. */
export const isAway = (code: string | undefined): boolean => code === "MEDIA_AWAY" || code === "MEDIA_BUSY";
