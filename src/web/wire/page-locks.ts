import { pageClock } from "./clock.ts";
import type { Locks } from "./leader.ts";

/**
 * Returns the browser's locks, or a replacement over plain HTTP, because browsers only have locks over TLS and on
 * localhost.
 */
export async function pageLocks(): Promise<Locks> {
  const locks: LockManager | undefined = navigator.locks;
  if (locks !== undefined) return locks;
  const { storageLocks } = await import("./storage-locks.ts");
  return storageLocks(localStorage, pageClock, String(Math.random()));
}
