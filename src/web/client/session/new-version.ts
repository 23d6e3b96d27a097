import { type Signal, signal } from "@preact/signals";

/** Loads the page with a newer client; undefined while there is none. Called only when people ask for it. */
export const beginNewVersion: Signal<(() => void) | undefined> = signal(undefined);
