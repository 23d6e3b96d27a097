import { type Signal, signal } from "@preact/signals";

/** Reloads the page with a newer client, or undefined if there is none. Only called at the user's request. */
export const beginNewVersion: Signal<(() => void) | undefined> = signal(undefined);
