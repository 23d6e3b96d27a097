import { MediaRefused } from "./refused.ts";
import type { MediaDirection } from "./rows.ts";

const SECOND_MS = 1000;
/** The SFU takes 50 requests a second for a session. */
const MAX_A_SECOND = 40;
/** Requests that wait for their turn: those that publish have long descriptions. */
const MAX_WAITING: Readonly<Record<MediaDirection, number>> = { publish: 4, receive: 20 };

/**
 * The queue of a member's session at the SFU, which takes one request after the other, and none while a browser is to answer its
 * offer. In memory: requests that wait end with the object.
 */
export class Session {
  /** Another has taken its place, or its member is gone. */
  isOver = false;
  isAnswering = false;
  #turn: Promise<unknown> = Promise.resolve();
  #waiting = 0;
  #answered = Promise.withResolvers<void>();
  #second = 0;
  #asked = 0;

  constructor(
    readonly member: number,
    readonly way: MediaDirection,
    /** Whether the browser has said that its connection is a new one. */
    readonly isFresh = false,
  ) {}

  /** All that has been begun. */
  get underWay(): Promise<unknown> {
    return this.#turn;
  }

  async inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (this.#waiting >= MAX_WAITING[this.way]) throw new MediaRefused("MEDIA_BUSY");
    this.#waiting += 1;
    const done = this.#turn.then(() => {
      this.check();
      return work();
    });
    this.#turn = done.catch(() => {});
    try {
      return await done;
    } finally {
      this.#waiting -= 1;
    }
  }

  /** Waits until the browser has answered, or a time is over. */
  async whenAnswered(waitMs: number): Promise<void> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const over = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, waitMs);
    });
    await Promise.race([this.#answered.promise, over]);
    clearTimeout(timer);
  }

  /** The browser has answered, or does not need to any more. */
  release(): void {
    this.#answered.resolve();
    this.#answered = Promise.withResolvers();
  }

  check(): void {
    if (this.isOver) throw new MediaRefused("SESSION_GONE");
  }

  /** Counts a request to the SFU. */
  count(now: number): void {
    if (this.#second + SECOND_MS <= now) {
      this.#second = now;
      this.#asked = 0;
    }
    this.#asked += 1;
    if (this.#asked > MAX_A_SECOND) throw new MediaRefused("MEDIA_BUSY");
  }
}
