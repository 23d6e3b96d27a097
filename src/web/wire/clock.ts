/** The current time, and timers. */
export interface Clock {
  /** Milliseconds since 1970. The value can jump, because computers sleep and clocks are adjusted. */
  now(): number;
  /** Runs a function later, unless the returned function is called first. */
  after(ms: number, run: () => void): () => void;
}

export const pageClock: Clock = {
  now: () => Date.now(),
  after(ms, run) {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
};

/** Resolves after a time, or immediately when the signal aborts. */
export function sleep(clock: Clock, ms: number, signal?: AbortSignal): Promise<void> {
  if (signal?.aborted === true) return Promise.resolve();
  return new Promise((resolve) => {
    const done = () => {
      cancel();
      signal?.removeEventListener("abort", done);
      resolve();
    };
    const cancel = clock.after(ms, done);
    signal?.addEventListener("abort", done);
  });
}
