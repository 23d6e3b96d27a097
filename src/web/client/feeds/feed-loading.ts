import { batch, type ReadonlySignal, signal } from "@preact/signals";
import { isFinal } from "../../wire/api.ts";

export type Loading = "older" | "newer" | "whole";

export class FeedLoading {
  readonly #loading = signal<Loading | undefined>(undefined);
  readonly #failure = signal<Error | undefined>(undefined);
  readonly loading: ReadonlySignal<Loading | undefined> = this.#loading;
  readonly failure: ReadonlySignal<Error | undefined> = this.#failure;
  readonly #running = new Map<Loading, Promise<void>>();
  /** Failed loads that may succeed later. */
  readonly #failed = new Map<Loading, () => Promise<void>>();
  #times = 0;

  /** Number of times filling the feed has started. A load from an earlier fill is outdated. */
  get times(): number {
    return this.#times;
  }
  get mayRetry(): boolean {
    return this.#failed.size > 0;
  }

  running(loading: Loading): Promise<void> | undefined {
    return this.#running.get(loading);
  }

  /** Starts filling the feed again, and returns the new value of `times`. */
  begin(): number {
    this.#running.clear();
    this.#failed.clear();
    this.#loading.value = undefined;
    this.#failure.value = undefined;
    this.#times += 1;
    return this.#times;
  }

  async run(loading: Loading, work: () => Promise<void>): Promise<void> {
    const before = this.#running.get(loading);
    if (before !== undefined) return before;
    const times = this.#times;
    const end = (error?: unknown) => {
      if (times === this.#times) this.#end(loading, work, error);
    };
    this.#failed.delete(loading);
    const run = work().then(() => end(), end);
    this.#running.set(loading, run);
    this.#loading.value = loading;
    await run;
  }

  async retry(): Promise<void> {
    await Promise.all([...this.#failed].map(([loading, work]) => this.run(loading, work)));
  }

  #end(loading: Loading, work: () => Promise<void>, error: unknown): void {
    this.#running.delete(loading);
    if (error !== undefined && !isFinal(error)) this.#failed.set(loading, work);
    batch(() => {
      this.#failure.value = error === undefined || error instanceof Error ? error : new Error(String(error));
      this.#loading.value = [...this.#running.keys()].at(-1);
    });
  }
}
