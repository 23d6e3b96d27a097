// Caches the client's own files, so that the client opens instantly and offline. The worker doesn't handle API
// requests. Apart from these files, it receives only pushes from the server.

import "./sw-pushes.ts";
import { SHARE_PATH, takeShared } from "./sw-share.ts";

declare const self: ServiceWorkerGlobalScope;
/** Set by the build. The version changes whenever any of the files does. */
declare const VERSION: string;
declare const FILES: readonly string[];
/** Scripts of each language. A device caches only those of its own language. */
declare const LANGUAGES: Readonly<Record<string, readonly string[]>>;

/** Static routes let the browser respond without starting this worker, which is faster. Only Chromium has them. */
interface RoutingEvent extends ExtendableEvent {
  addRoutes?(rules: readonly object[]): Promise<void>;
}

const PREFIX = "client ";
const CACHE_NAME = PREFIX + VERSION;

/** The cache key of this device's language, kept for future versions. */
const LANGUAGE = "/language";

self.addEventListener("install", (event: RoutingEvent) => {
  event.waitUntil(keepFiles());
  const at = (pathname: string) => ({ urlPattern: { pathname } });
  const routing = event.addRoutes?.([
    { condition: { not: { or: ["/", "/w/*", SHARE_PATH].map(at) } }, source: "network" },
    { condition: at("/"), source: { cacheName: CACHE_NAME } },
    // Searches all versions' caches, because open tabs may still load parts of the previous version.
    { condition: at("/w/*"), source: "cache" },
  ]);
  // Errors are ignored, because the rules only make responses faster.
  if (routing !== undefined) event.waitUntil(routing.catch(() => undefined));
});

self.addEventListener("activate", (event) => {
  event.waitUntil(removeOthers());
});

// A new version waits until all pages of the old one are closed, or until a page tells it to start.
self.addEventListener("message", (event) => {
  if (event.data === "begin") event.waitUntil(self.skipWaiting());
  else if (event.data in LANGUAGES) event.waitUntil(keepLanguage(event.data));
});

self.addEventListener("fetch", (event) => {
  const { method, url } = event.request;
  const { origin, pathname } = new URL(url);
  const isOurs = pathname === "/" || pathname.startsWith("/w/");
  if (origin !== self.location.origin) return;
  if (method === "GET" && isOurs) event.respondWith(fromCache(event.request));
  if (method === "POST" && pathname === SHARE_PATH) event.respondWith(takeShared(event.request));
});

async function keepFiles(): Promise<void> {
  const cache = await caches.open(CACHE_NAME);
  const language = await (await caches.match(LANGUAGE))?.text();
  const files = [...FILES, ...(LANGUAGES[language ?? ""] ?? [])];
  await cache.addAll(files.map((path) => new Request(path, { cache: path === "/" ? "reload" : "default" })));
}

/** Caches the scripts of a page's language, and remembers the language. */
async function keepLanguage(language: string): Promise<void> {
  await (await caches.open("language")).put(LANGUAGE, new Response(language));
  const cache = await caches.open(CACHE_NAME);
  const files = LANGUAGES[language] ?? [];
  const [first] = files;
  // Either all files are stored or none. If the device is offline, the next page that opens repeats the request.
  if (first !== undefined && !(await cache.match(first))) await cache.addAll(files).catch(() => undefined);
}

/** Deletes old versions except the previous one, because open tabs may still load its parts. */
async function removeOthers(): Promise<void> {
  const others = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== CACHE_NAME);
  await Promise.all(others.slice(0, -1).map((name) => caches.delete(name)));
  await self.clients.claim();
}

async function fromCache(request: Request): Promise<Response> {
  const cache = await caches.open(CACHE_NAME);
  return (await cache.match(request)) ?? (await caches.match(request)) ?? fetch(request);
}
