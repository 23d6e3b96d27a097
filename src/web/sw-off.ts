// Served instead of the service worker when there should be none: removes an installed worker and all files it cached.
// Browsers request it on every visit, so it can also end a faulty worker.

export type {};

declare const self: ServiceWorkerGlobalScope;

self.addEventListener("install", (event) => {
  event.waitUntil(self.skipWaiting());
});

self.addEventListener("activate", (event) => {
  event.waitUntil(leave());
});

async function leave(): Promise<void> {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith("client ")).map((name) => caches.delete(name)));
  await self.registration.unregister();
}
