// The service worker knows no list of organizations: a cache tells it how to call this one where there are several.

const CACHE = "organization";
const NAME_PATH = "/organization-name";

/** Has pushed notifications name this organization from now on, or no longer. */
export async function nameNotifications(name: string | undefined): Promise<void> {
  if (!("caches" in window)) return;
  if (name === undefined) await caches.delete(CACHE);
  else await (await caches.open(CACHE)).put(NAME_PATH, new Response(name));
}
