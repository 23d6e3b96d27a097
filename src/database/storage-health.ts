import type { OwnStorage } from "./faults.ts";
import { databaseFailure } from "./store-failure.ts";

/**
 * Reasons why organizations can't store anything, by subdomain. Kept outside the objects, because the failure can reset
 * an object.
 */
const reasons = new Map<string, string>();

/** Size of a long message, in bytes. */
const PROBE_BYTES = 60_000;
const PROBE = "probe";

/** Records that an organization's own database failed, until `probeStorage` succeeds. */
export function noteFailure(subdomain: string, error: unknown): void {
  const failure = databaseFailure(error);
  if (failure !== undefined) reasons.set(subdomain, failure.message);
}

export const failureReason = (subdomain: string): string | undefined => reasons.get(subdomain);

/** Writes to an organization's storage after a failure, to check whether it still fails. */
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
