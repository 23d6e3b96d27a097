import { after, seconds } from "../../../util/time.ts";
import type { Presence } from "./presence-book.ts";

/** Keyed by user id (seed 2.9). */
export const modern = ({ active, idle }: Pick<Presence, "active" | "idle">) => ({
  active_timestamp: active ?? 0,
  idle_timestamp: idle ?? 0,
});

/** Somebody active within this long of being connected counts as active in the older form. */
const ACTIVE_WITHIN = seconds(70);

/** Keyed by email: a status and its time, for each client and for all together. */
export function legacy(presence: Pick<Presence, "active" | "idle">) {
  const { status, timestamp } = legacyStatus(presence);
  return {
    aggregated: { client: "website", status, timestamp },
    website: { client: "website", status, timestamp, pushable: false },
  };
}

export function legacyStatus({ active, idle }: Pick<Presence, "active" | "idle">) {
  const isActive = active !== null && after(active, ACTIVE_WITHIN) >= (idle ?? 0);
  return isActive ? { status: "active", timestamp: active } : { status: "idle", timestamp: idle ?? 0 };
}
