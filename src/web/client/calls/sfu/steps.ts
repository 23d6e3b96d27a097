import type { Clock } from "../../../wire/clock.ts";
import { RoomError } from "../frames.ts";

interface StepsParts {
  readonly clock: Clock;
  /** Does the pending work. Throws if it must be retried. */
  readonly run: () => Promise<void>;
  /** Called with true when the media server becomes unreachable, and with false when it is reachable again. */
  readonly onAway: (isAway: boolean) => void;
}

const FIRST_MS = 1_000;
const MAX_MS = 15_000;

/** Delay before the next attempt: 1, 2, 4, 8, and then 15 seconds. */
export const waitAfter = (failures: number): number => Math.min(MAX_MS, FIRST_MS * 2 ** (failures - 1));

/**
 * Runs steps one at a time, because the media server only takes one at a time. Failures are retried with increasing
 * delays.
 */
export class Steps {
  readonly #parts: StepsParts;
  /** Nothing runs before the room was reached for the first time. */
  #isOpen = false;
  #isRunning = false;
  #isWoken = false;
  #failures = 0;
  #cancelWait: (() => void) | undefined;

  constructor(parts: StepsParts) {
    this.#parts = parts;
  }

  /** Signals that there is work, which runs at once or after the current delay. */
  wake(): void {
    if (this.#isRunning) this.#isWoken = true;
    else if (this.#cancelWait === undefined && this.#isOpen) void this.#run();
  }

  /** Skips the current delay, because the room is reachable again or the network has changed. */
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

/** True if the media server is unreachable or busy, which isn't caused by the request itself. */
export const isAway = (code: string | undefined): boolean => code === "MEDIA_AWAY" || code === "MEDIA_BUSY";
