import { signal } from "@preact/signals";

// The part of organization switching that the first view needs. Everything else is loaded if this device has a list of
// several organizations.

/** Prefix of this origin's storage keys for organization switching. */
export const STORAGE_PREFIX = "parley.organizations";
export const LIST_KEPT = STORAGE_PREFIX;
export const ARRIVED = `${STORAGE_PREFIX}.arrived`;
export const LAST_PLACE = `${STORAGE_PREFIX}.place`;

/** The URL hash prefix that another organization's page uses to hand over its list. */
export const ARRIVAL = "#organizations/";
const MAX_ARRIVAL_LENGTH = 400_000;

/** True if this device has a list of several organizations. */
export const hasSeveral = signal(false);

/**
 * Checks whether this device has a list of several organizations. If another organization's page sent its list here,
 * stores it until login and restores the last route.
 */
export function arriveFromOthers(): void {
  try {
    hasSeveral.value = localStorage.getItem(LIST_KEPT) !== null;
    const { hash } = location;
    if (!hash.startsWith(ARRIVAL)) return;
    history.replaceState(null, "", `/${localStorage.getItem(LAST_PLACE) ?? ""}`);
    if (hash.length < MAX_ARRIVAL_LENGTH) localStorage.setItem(ARRIVED, hash.slice(ARRIVAL.length));
  } catch {
    // Nothing can be stored here, so there is no list.
  }
}
