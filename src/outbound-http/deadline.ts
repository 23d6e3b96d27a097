import { OutsideRefused } from "./refused.ts";

/**
 * The time limit of a request, from its start to the end of the response. Clear it as soon as possible, because a
 * running timer keeps an object in memory.
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
