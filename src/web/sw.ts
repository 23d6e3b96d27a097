// Keeps the client's own files, so that it opens at once, and without a network. What the server says is not its affair,
// but for pushes.

import "./sw-pushes.ts";

declare const self: ServiceWorkerGlobalScope;
/** Both are put in by the build: the version changes with any of the files. */
declare const VERSION: string;
declare const FILES: readonly string[];

/** Lets a browser answer by itself, without the time that waking this program takes. Chromium has it. */
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
  // A browser that knows other rules than these goes on without.
  if (routing !== undefined) event.waitUntil(routing.catch(() => undefined));
});

self.addEventListener("activate", (event) => {
  event.waitUntil(removeOthers());
});

// A new version waits until no page of the old one is open, or until somebody says that it may begin.
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

/** All but the version before this one: tabs that still show it may yet load parts of it. */
async function removeOthers(): Promise<void> {
  const others = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== NAME);
  await Promise.all(others.slice(0, -1).map((name) => caches.delete(name)));
  await self.clients.claim();
}

async function fromCache(request: Request): Promise<Response> {
  const cache = await caches.open(NAME);
  return (await cache.match(request)) ?? (await caches.match(request)) ?? fetch(request);
}
