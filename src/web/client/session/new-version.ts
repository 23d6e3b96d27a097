import { type Signal, signal } from "@preact/signals";

/** Loads the page with a newer client; undefined while there is none. Nobody is moved to it unasked. */
export const beginNewVersion: Signal<(() => void) | undefined> = signal(undefined);
