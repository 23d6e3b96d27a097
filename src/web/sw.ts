// Keeps the client's own files, so that it opens at once, and without a network. It takes no part in requests to the API;
// of the server's messages it gets pushes alone.

import "./sw-pushes.ts";
import { SHARE_PATH, takeShared } from "./sw-share.ts";

declare const self: ServiceWorkerGlobalScope;
/** The build sets these. The version changes with any of the files. */
declare const VERSION: string;
declare const FILES: readonly string[];
/** The scripts of each language; a device keeps those of its own. */
declare const LANGUAGES: Readonly<Record<string, readonly string[]>>;

/** Static routes let a browser answer without waking this program, which saves time. Chromium has them. */
interface RoutingEvent extends ExtendableEvent {
  addRoutes?(rules: readonly object[]): Promise<void>;
}

const PREFIX = "client ";
const CACHE_NAME = PREFIX + VERSION;

/** The name under which the language of this device is kept, for versions to come. */
const LANGUAGE = "/language";

self.addEventListener("install", (event: RoutingEvent) => {
  event.waitUntil(keepFiles());
  const ours = { or: ["/", "/w/*"].map((pathname) => ({ urlPattern: { pathname } })) };
  const notOurs = { not: { or: [...ours.or, { urlPattern: { pathname: SHARE_PATH } }] } };
  const routing = event.addRoutes?.([
    { condition: notOurs, source: "network" },
    { condition: ours, source: { cacheName: CACHE_NAME } },
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

/** Keeps the scripts of a language that a page speaks, and remembers it. */
async function keepLanguage(language: string): Promise<void> {
  await (await caches.open("language")).put(LANGUAGE, new Response(language));
  const cache = await caches.open(CACHE_NAME);
  const files = LANGUAGES[language] ?? [];
  const [first] = files;
  // They are stored together, or not at all; without a network, the page that opens next asks again.
  if (first !== undefined && !(await cache.match(first))) await cache.addAll(files).catch(() => undefined);
}

/** Removes old versions except the last one before this, of which open tabs can still load parts. */
async function removeOthers(): Promise<void> {
  const others = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== CACHE_NAME);
  await Promise.all(others.slice(0, -1).map((name) => caches.delete(name)));
  await self.clients.claim();
}

async function fromCache(request: Request): Promise<Response> {
  const cache = await caches.open(CACHE_NAME);
  return (await cache.match(request)) ?? (await caches.match(request)) ?? fetch(request);
}
