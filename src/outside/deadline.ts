import { OutsideRefused } from "./refused.ts";

/**
 * The time that a request has, from its beginning to the end of its answer. It is cleared as soon as it is not needed: a
 * timer that runs on keeps an object in memory.
 */
export class Deadline {
  readonly #controller = new AbortController();
  readonly #passed = Promise.withResolvers<never>();
  readonly #timer: ReturnType<typeof setTimeout>;

  constructor(ms: number) {
    this.#passed.promise.catch(() => {});
    this.#timer = setTimeout(() => {
      this.#controller.abort();
      this.#passed.reject(this.error());
    }, ms);
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Rejected when the time is over. */
  get passed(): Promise<never> {
    return this.#passed.promise;
  }

  isOver(): boolean {
    return this.signal.aborted;
  }

  error(): OutsideRefused {
    return new OutsideRefused("timeout", "it took too long");
  }

  clear(): void {
    clearTimeout(this.#timer);
  }
}
