import { signal } from "@preact/signals";

const STORED = "parley.quiet-until";

/** Milliseconds since 1970, or infinity; nothing is told of on this device before. */
export const quietUntil = signal(Number(localStorage.getItem(STORED) ?? 0));

export const isQuiet = (): boolean => Date.now() < Number(localStorage.getItem(STORED) ?? 0);

export function beQuietUntil(at: number): void {
  quietUntil.value = at;
  localStorage.setItem(STORED, String(at));
}
