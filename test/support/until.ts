import { vi } from "vitest";

/** Makes an attempt again and again until it throws nothing, and returns what it returned; as patient as `expect.poll`. */
export const until = <T>(attempt: () => T | Promise<T>): Promise<T> =>
  vi.waitFor(attempt, { timeout: 200_000, interval: 20 });
