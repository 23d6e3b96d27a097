import type { OwnStorage } from "./faults.ts";
import { databaseFailure } from "./store-failure.ts";

/**
 * The reasons why organizations cannot store anything, by subdomain. They outlive an object that was reset because of that.
 */
const reasons = new Map<string, string>();

/** The size of a long message. */
const PROBE_BYTES = 60_000;
const PROBE = "probe";

/** Remembers that an organization's own database has failed, until `probeStorage` can write to it. */
export function noteFailure(subdomain: string, error: unknown): void {
  const failure = databaseFailure(error);
  if (failure !== undefined) reasons.set(subdomain, failure.message);
}

/** The reason why the organization's own database has failed; undefined if it has not. */
export const failureReason = (subdomain: string): string | undefined => reasons.get(subdomain);

/** Writes to an organization's storage that has failed, to see whether it still fails. */
export async function probeStorage(storage: Omit<OwnStorage, "transactionSync">, subdomain: string): Promise<void> {
  if (!reasons.has(subdomain)) return;
  try {
    await storage.put(PROBE, crypto.getRandomValues(new Uint8Array(PROBE_BYTES)));
    await storage.sync();
    await storage.delete(PROBE);
    await storage.sync();
    reasons.delete(subdomain);
  } catch (error) {
    noteFailure(subdomain, error);
  }
}
