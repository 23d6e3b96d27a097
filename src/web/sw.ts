// Keeps the client's own files, so that it opens at once, and without a network. It takes no part in requests to the API;
// of the server's messages it gets pushes alone.

import "./sw-pushes.ts";

declare const self: ServiceWorkerGlobalScope;
/** The build sets both. The version changes with any of the files. */
declare const VERSION: string;
declare const FILES: readonly string[];

/** Static routes let a browser answer without waking this program, which saves time. Chromium has them. */
interface RoutingEvent extends ExtendableEvent {
  addRoutes?(rules: readonly object[]): Promise<void>;
}

const PREFIX = "client ";
const NAME = PREFIX + VERSION;

self.addEventListener("install", (event: RoutingEvent) => {
  event.waitUntil(keepFiles());
  const ours = { or: ["/", "/w/*"].map((pathname) => ({ urlPattern: { pathname } })) };
  const routing = event.addRoutes?.([
    { condition: { not: ours }, source: "network" },
    { condition: ours, source: { cacheName: NAME } },
  ]);
  // A browser that does not know these rules works without them.
  if (routing !== undefined) event.waitUntil(routing.catch(() => undefined));
});

self.addEventListener("activate", (event) => {
  event.waitUntil(removeOthers());
});

// A new version waits until no page of the old one is open, or until a page tells it to begin.
self.addEventListener("message", (event) => {
  if (event.data === "begin") event.waitUntil(self.skipWaiting());
});

self.addEventListener("fetch", (event) => {
  const { method, url } = event.request;
  const { origin, pathname } = new URL(url);
  const isOurs = pathname === "/" || pathname.startsWith("/w/");
  if (method === "GET" && origin === self.location.origin && isOurs) event.respondWith(fromCache(event.request));
});

async function keepFiles(): Promise<void> {
  const cache = await caches.open(NAME);
  await cache.addAll(FILES.map((path) => new Request(path, { cache: path === "/" ? "reload" : "default" })));
}

/** Removes old versions except the last one before this, of which open tabs can still load parts. */
async function removeOthers(): Promise<void> {
  const others = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== NAME);
  await Promise.all(others.slice(0, -1).map((name) => caches.delete(name)));
  await self.clients.claim();
}

async function fromCache(request: Request): Promise<Response> {
  const cache = await caches.open(NAME);
  return (await cache.match(request)) ?? (await caches.match(request)) ?? fetch(request);
}
