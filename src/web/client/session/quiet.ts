import { signal } from "@preact/signals";

const STORAGE_KEY = "parley.quiet-until";

/** When notifications resume on this device, in milliseconds since 1970, or infinity. */
export const quietUntil = signal(Number(localStorage.getItem(STORAGE_KEY) ?? 0));

export const isQuiet = (): boolean => Date.now() < Number(localStorage.getItem(STORAGE_KEY) ?? 0);

export function beQuietUntil(at: number): void {
  quietUntil.value = at;
  localStorage.setItem(STORAGE_KEY, String(at));
  void tellWorker();
}

/** Stores `quietUntil` in a cache for the service worker, which can't read the page's storage. */
export async function tellWorker(): Promise<void> {
  if (!("caches" in window)) return;
  const until = new Response(String(quietUntil.peek()));
  const kept = caches.open("quiet").then((cache) => cache.put("/quiet-until", until));
  await kept.catch(() => undefined);
}
