import type { Milliseconds } from "./time.ts";

interface Timing<T> {
  /** Runs a callback after a delay. May return a function that cancels it. */
  readonly after: (ms: Milliseconds, act: () => void) => (() => void) | undefined;
  readonly late?: (value: T) => void;
}

export function withTimeout<T>(
  ms: Milliseconds,
  coming: Promise<T>,
  { after, late = () => {} }: Timing<T>,
): Promise<T> {
  return new Promise((resolve, reject) => {
    let isOver = false;
    const cancel = after(ms, () => {
      isOver = true;
      reject(new Error(`no answer within ${ms} ms`));
    });
    coming.then(
      (value) => {
        cancel?.();
        if (isOver) late(value);
        else resolve(value);
      },
      (error) => {
        cancel?.();
        reject(error);
      },
    );
  });
}
