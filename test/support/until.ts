import { vi } from "vitest";

/** Repeats an attempt until it no longer throws, and returns its result. Waits as long as `expect.poll`. */
export const until = <T>(attempt: () => T | Promise<T>): Promise<T> =>
  vi.waitFor(attempt, { timeout: 200_000, interval: 20 });
