import { MediaRefused } from "./refused.ts";
import type { MediaDirection } from "./rows.ts";

const SECOND_MS = 1000;
/** The SFU accepts 50 requests per second and session. */
const MAX_A_SECOND = 40;
/** Maximum queued requests. Low for publishing, because those requests have long SDP. */
const MAX_WAITING: Readonly<Record<MediaDirection, number>> = { publish: 4, receive: 20 };

/**
 * Queue of a member's session at the SFU: one request at a time, and none while a browser has to answer the SFU's
 * offer. The queue is in memory, so it is lost with the object.
 */
export class Session {
  /** Set when the session is replaced or its member leaves. */
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
    readonly isFresh = false,
  ) {}

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

  /** Waits for the browser's answer, or until a timeout. */
  async whenAnswered(waitMs: number): Promise<void> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const over = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, waitMs);
    });
    await Promise.race([this.#answered.promise, over]);
    clearTimeout(timer);
  }

  /** Called when the browser answered, or no longer needs to. */
  release(): void {
    this.#answered.resolve();
    this.#answered = Promise.withResolvers();
  }

  check(): void {
    if (this.isOver) throw new MediaRefused("SESSION_GONE");
  }

  count(now: number): void {
    if (this.#second + SECOND_MS <= now) {
      this.#second = now;
      this.#asked = 0;
    }
    this.#asked += 1;
    if (this.#asked > MAX_A_SECOND) throw new MediaRefused("MEDIA_BUSY");
  }
}
