import { pageClock } from "./clock.ts";
import type { Locks } from "./leader.ts";

/** The locks of the browser, or what takes their place: there are some with TLS alone, and on this machine itself. */
export async function pageLocks(): Promise<Locks> {
  const locks: LockManager | undefined = navigator.locks;
  if (locks !== undefined) return locks;
  const { storageLocks } = await import("./storage-locks.ts");
  return storageLocks(localStorage, pageClock, String(Math.random()));
}
