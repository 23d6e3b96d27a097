import { pageClock } from "./clock.ts";
import type { Locks } from "./leader.ts";

/** The locks of the browser, or their replacement over plain HTTP: browsers have locks only over TLS and on localhost. */
export async function pageLocks(): Promise<Locks> {
  const locks: LockManager | undefined = navigator.locks;
  if (locks !== undefined) return locks;
  const { storageLocks } = await import("./storage-locks.ts");
  return storageLocks(localStorage, pageClock, String(Math.random()));
}
