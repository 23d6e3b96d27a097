import * as v from "valibot";
import { after, type Seconds, seconds } from "../../../util/time.ts";

/** When a user was last active and last connected, or null if unknown or hidden. */
export interface Times {
  readonly active: Seconds | null;
  readonly idle: Seconds | null;
}

export const modernPresenceSchema = v.strictObject({ active_timestamp: v.number(), idle_timestamp: v.number() });

/** Returns a user's entry in the modern format, in which presences are keyed by user id (seed 2.9). */
export const modernPresence = ({ active, idle }: Times) => ({
  active_timestamp: active ?? 0,
  idle_timestamp: idle ?? 0,
});

/** In the legacy format, a user counts as active if at most this time passed between `active` and `idle`. */
const ACTIVE_WITHIN = seconds(70);

/** Returns a user's entry in the legacy format, in which presences are keyed by email. */
export function legacyPresence(presence: Times) {
  const { status, timestamp } = legacyStatus(presence);
  return {
    aggregated: { client: "website", status, timestamp },
    website: { client: "website", status, timestamp, pushable: false },
  };
}

export function legacyStatus({ active, idle }: Times) {
  const isActive = active !== null && after(active, ACTIVE_WITHIN) >= (idle ?? 0);
  return isActive ? { status: "active", timestamp: active } : { status: "idle", timestamp: idle ?? seconds(0) };
}
