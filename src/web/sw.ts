// Keeps the client's own files, so that it opens at once, and without a network. What the server says is not its affair.

export type {};

declare const self: ServiceWorkerGlobalScope;
/** Both are put in by the build: the version changes with any of the files. */
declare const VERSION: string;
declare const FILES: readonly string[];

const NAME = `client ${VERSION}`;

self.addEventListener("install", (event) => {
  event.waitUntil(keepFiles());
});

// A new version waits until no page of the old one is open, or until a page says that it may begin. So the files of the
// old one are not asked for any more.
self.addEventListener("activate", (event) => {
  event.waitUntil(removeOthers());
});

self.addEventListener("message", (event) => {
  if (event.data === "begin") event.waitUntil(self.skipWaiting());
});

self.addEventListener("fetch", (event) => {
  const { method, url } = event.request;
  const { origin, pathname } = new URL(url);
  if (method === "GET" && origin === self.location.origin && FILES.includes(pathname)) {
    event.respondWith(fromCache(event.request, pathname));
  }
});

async function keepFiles(): Promise<void> {
  const cache = await caches.open(NAME);
  await cache.addAll(FILES.map((path) => new Request(path, { cache: path === "/" ? "reload" : "default" })));
}

async function removeOthers(): Promise<void> {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name !== NAME).map((name) => caches.delete(name)));
  await self.clients.claim();
}

async function fromCache(request: Request, path: string): Promise<Response> {
  const cache = await caches.open(NAME);
  return (await cache.match(path)) ?? fetch(request);
}
