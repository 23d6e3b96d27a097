import type { OwnStorage } from "./faults.ts";
import { databaseFailure } from "./store-failure.ts";

/** Why organizations cannot store anything, by their subdomains. It outlives an object that was reset for it. */
const reasons = new Map<string, string>();

/** As much as a long message takes. */
const PROBE_BYTES = 60_000;
const PROBE = "probe";

/** Remembers that an organization's own database has failed, until it can be written again. */
export function noteFailure(subdomain: string, error: unknown): void {
  const failure = databaseFailure(error);
  if (failure !== undefined) reasons.set(subdomain, failure.message);
}

/** Why the organization's own database has failed; undefined while all is well. */
export const failureReason = (subdomain: string): string | undefined => reasons.get(subdomain);

/** Writes something where it has failed before, to see whether it does again. */
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
