/** A text and files that somebody has shared into the installed client from another app. */
export interface Shared {
  readonly text: string;
  readonly files: readonly File[];
  /** The number of files that were too many or too large to be kept. */
  readonly left: number;
}

/** The cache in which the service worker keeps it (src/web/sw-share.ts). */
const CACHE = "shared";

interface About {
  readonly texts: readonly string[];
  readonly names: readonly { readonly name: string; readonly type: string }[];
  readonly left: number;
}

/** Takes what was shared, which is then no longer kept; undefined if there is nothing. */
export async function takeShared(): Promise<Shared | undefined> {
  if (!("caches" in window) || !(await caches.has(CACHE))) return undefined;
  const cache = await caches.open(CACHE);
  const about = (await (await cache.match("/share"))?.json()) as About | undefined;
  if (about === undefined) return undefined;
  const files = await Promise.all(
    about.names.map(async ({ name, type }, at) => {
      const blob = await (await cache.match(`/share/${at}`))?.blob();
      return blob && new File([blob], name, { type });
    }),
  );
  await caches.delete(CACHE);
  return { text: textOf(about.texts), files: files.filter((file) => file !== undefined), left: about.left };
}

/** Removes what was shared and not used. */
export async function dropShared(): Promise<void> {
  if ("caches" in window) await caches.delete(CACHE);
}

/** Joins title, text and address into a text: apps often say the same in several of them. */
export function textOf(texts: readonly string[]): string {
  const parts = texts.map((text) => text.trim()).filter((text) => text !== "");
  return parts
    .filter((text, at) => !parts.some((one, other) => one.includes(text) && (one !== text || other < at)))
    .join("\n");
}
