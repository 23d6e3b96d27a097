import { machineClock } from "../../../../util/clock.ts";
import { after, type Milliseconds, milliseconds } from "../../../../util/time.ts";

/** To resize a picture takes memory and time, as does a large mail: so many at once in one isolate. */
const CONCURRENT_RESIZES = 2;
const QUEUE_TIMEOUT_MS = milliseconds(8000);
const STEP_MS = milliseconds(100);
/** A request that is broken off never says that its turn has ended. */
const MAX_DURATION_MS = milliseconds(30_000);

/** The files that are being made, by their keys, and until when at most. */
const busy = new Map<string, Milliseconds>();

function isFree(key: string): boolean {
  const now = machineClock.milliseconds();
  for (const [one, until] of busy) if (until <= now) busy.delete(one);
  return busy.size < CONCURRENT_RESIZES && !busy.has(key);
}

/**
 * Does the work of making a file when few others are made, and nobody else makes the same one. Undefined where that
 * takes too long. `isMade` is asked after a wait, in which somebody else may have made it.
 */
export async function inTurn<T>(
  key: string,
  isMade: () => Promise<T | undefined>,
  work: () => Promise<T>,
): Promise<T | undefined> {
  for (let waited = 0; !isFree(key); waited += STEP_MS) {
    if (waited >= QUEUE_TIMEOUT_MS) return undefined;
    await scheduler.wait(STEP_MS);
    const made = busy.has(key) ? undefined : await isMade();
    if (made !== undefined) return made;
  }
  busy.set(key, after(machineClock.milliseconds(), MAX_DURATION_MS));
  try {
    return await work();
  } finally {
    busy.delete(key);
  }
}
