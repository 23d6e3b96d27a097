// The service worker can't read the list of organizations. If there are several, it finds this organization's name in a
// cache.

const CACHE = "organization";
const NAME_PATH = "/organization-name";

/** Makes pushed notifications include this organization's name, or stop including it. */
export async function nameNotifications(name: string | undefined): Promise<void> {
  if (!("caches" in window)) return;
  if (name === undefined) await caches.delete(CACHE);
  else await (await caches.open(CACHE)).put(NAME_PATH, new Response(name));
}
