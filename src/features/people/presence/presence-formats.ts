import { after, seconds } from "../../../util/time.ts";
import type { Presence } from "./last-seen.ts";

/** A user's presence in the modern format, which is keyed by user id (seed 2.9). */
export const modernPresence = ({ active, idle }: Pick<Presence, "active" | "idle">) => ({
  active_timestamp: active ?? 0,
  idle_timestamp: idle ?? 0,
});

/** In the legacy format a user is active if they were active less than this before they were last connected. */
const ACTIVE_WITHIN = seconds(70);

/** A user's presence in the legacy format, which is keyed by email: status and time, per client and aggregated. */
export function legacyPresence(presence: Pick<Presence, "active" | "idle">) {
  const { status, timestamp } = legacyStatus(presence);
  return {
    aggregated: { client: "website", status, timestamp },
    website: { client: "website", status, timestamp, pushable: false },
  };
}

/** The status of the legacy format, with the time that it is from. */
export function legacyStatus({ active, idle }: Pick<Presence, "active" | "idle">) {
  const isActive = active !== null && after(active, ACTIVE_WITHIN) >= (idle ?? 0);
  return isActive ? { status: "active", timestamp: active } : { status: "idle", timestamp: idle ?? 0 };
}
