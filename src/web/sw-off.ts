// Served in place of the service worker where there should be none: it removes the worker that a browser has, with all
// files that it kept. Browsers ask for it at every visit, so that this can end a faulty worker too.

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
