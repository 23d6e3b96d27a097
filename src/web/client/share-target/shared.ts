/** Text and files shared into the installed client from another app. */
export interface Shared {
  readonly text: string;
  readonly files: readonly File[];
  /** Number of files left out because there were too many or they were too large. */
  readonly left: number;
}

/** Cache that the service worker stores shared items in (src/web/sw-share.ts). */
const CACHE = "shared";

interface SharedItem {
  readonly texts: readonly string[];
  readonly names: readonly { readonly name: string; readonly type: string }[];
  readonly left: number;
}

/** Removes and returns the item that was shared first, or returns undefined if there is none. */
export async function takeShared(): Promise<Shared | undefined> {
  if (!("caches" in window) || !(await caches.has(CACHE))) return undefined;
  // The lock makes tabs take turns, and wait while the service worker stores an item.
  return navigator.locks.request(CACHE, takeFirst);
}

async function takeFirst(): Promise<Shared | undefined> {
  const cache = await caches.open(CACHE);
  for (const { url } of await cache.keys()) {
    if (!url.endsWith("/about")) continue;
    const about = (await (await cache.match(url))?.json()) as SharedItem;
    await cache.delete(url);
    const files: File[] = [];
    for (const [at, { name, type }] of about.names.entries()) {
      const path = url.replace(/about$/, String(at));
      const blob = await (await cache.match(path))?.blob();
      if (blob !== undefined) files.push(new File([blob], name, { type }));
      await cache.delete(path);
    }
    return { text: sharedText(about.texts), files, left: about.left };
  }
  await caches.delete(CACHE);
  return undefined;
}

export async function dropShared(): Promise<void> {
  if ("caches" in window) await caches.delete(CACHE);
}

/** Joins a shared title, text and URL. Apps often repeat the same text in several of them. */
export function sharedText(texts: readonly string[]): string {
  const parts = texts.map((text) => text.trim()).filter((text) => text !== "");
  return parts
    .filter((text, at) => !parts.some((one, other) => one.includes(text) && (one !== text || other < at)))
    .join("\n");
}
