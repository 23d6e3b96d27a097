import { machineClock } from "../../../../util/clock.ts";
import { after, type Milliseconds, milliseconds } from "../../../../util/time.ts";

/** Maximum concurrent resizes per isolate, because each takes much memory and time. */
const CONCURRENT_RESIZES = 2;
const QUEUE_TIMEOUT_MS = milliseconds(8000);
const STEP_MS = milliseconds(100);
/** Maximum duration of a turn, because an aborted request never ends its turn. */
const MAX_DURATION_MS = milliseconds(30_000);

/** Files currently being made, by key, with the latest time at which each ends. */
const busy = new Map<string, Milliseconds>();

function isFree(key: string): boolean {
  const now = machineClock.milliseconds();
  for (const [one, until] of busy) if (until <= now) busy.delete(one);
  return busy.size < CONCURRENT_RESIZES && !busy.has(key);
}

/**
 * Makes a file when few others are in progress, and no other request is making the same file. Returns undefined if that
 * takes too long. Calls `isMade` after a wait, since another request may have made it.
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
