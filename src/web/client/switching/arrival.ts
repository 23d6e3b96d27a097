import { signal } from "@preact/signals";

// The part of switching between organizations that the first view needs; all else is loaded where there are several.

/** The beginning of the names under which this origin keeps what belongs to switching. */
export const STORAGE_PREFIX = "parley.organizations";
export const LIST_KEPT = STORAGE_PREFIX;
export const ARRIVED = `${STORAGE_PREFIX}.arrived`;
export const LAST_PLACE = `${STORAGE_PREFIX}.place`;

/** The beginning of the address by which another organization's page leads here; its list follows. */
export const ARRIVAL = "#organizations/";
const MAX_ARRIVAL_LENGTH = 400_000;

/** Whether this device knows several organizations. */
export const hasSeveral = signal(false);

/**
 * Reads whether there are several. If another one's page has led here, its list is put aside, until somebody is logged in,
 * and the page goes on where it was left.
 */
export function arriveFromOthers(): void {
  try {
    hasSeveral.value = localStorage.getItem(LIST_KEPT) !== null;
    const { hash } = location;
    if (!hash.startsWith(ARRIVAL)) return;
    history.replaceState(null, "", `/${localStorage.getItem(LAST_PLACE) ?? ""}`);
    if (hash.length < MAX_ARRIVAL_LENGTH) localStorage.setItem(ARRIVED, hash.slice(ARRIVAL.length));
  } catch {
    // Nothing can be stored here: there is one organization.
  }
}
