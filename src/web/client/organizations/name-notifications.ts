// The service worker can't read the list of organizations. If there are several, it finds this organization's name in a
// cache.

const CACHE = "organization";
const NAME_PATH = "/organization-name";

/** Sets the organization's name to show in push notifications. Removes it if `name` is undefined. */
export async function nameNotifications(name: string | undefined): Promise<void> {
  if (!("caches" in window)) return;
  if (name === undefined) await caches.delete(CACHE);
  else await (await caches.open(CACHE)).put(NAME_PATH, new Response(name));
}
