import { signal } from "@preact/signals";

const STORED = "parley.quiet-until";

/** The time until which this device shows no notifications, in milliseconds since 1970, or infinity. */
export const quietUntil = signal(Number(localStorage.getItem(STORED) ?? 0));

export const isQuiet = (): boolean => Date.now() < Number(localStorage.getItem(STORED) ?? 0);

export function beQuietUntil(at: number): void {
  quietUntil.value = at;
  localStorage.setItem(STORED, String(at));
}
