// Prints every route of the API: method, path below /api/v1, kind of endpoint, and who can call it.
import { fileURLToPath } from "node:url";
import { importBundled } from "./import-bundled.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const { features } = await importBundled(root, "src/features.ts");

/** @type {{ method: string, path: string, kind: string, by: string }[]} */
const routes = [];
for (const { endpoints = [], pages = [] } of features) {
  for (const { route } of pages) {
    const [, method, path] = /^(\w+) \/api\/v1(\/.*)$/.exec(route) ?? [];
    if (method !== undefined && path !== undefined) routes.push({ method, path, kind: "another protocol", by: "user" });
  }
  for (const { route, aliases, kind, by, internal } of endpoints) {
    if (internal) continue;
    for (const each of [route, ...aliases]) {
      const [method, path] = each.split(" ", 2);
      routes.push({ method, path, kind: each === route ? kind : `${kind}, as ${route}`, by });
    }
  }
}
routes.sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : a.method < b.method ? -1 : 1));

const width = Math.max(0, ...routes.map(({ path }) => path.length));
for (const { method, path, kind, by } of routes) {
  console.log(`${method.padEnd(7)} ${path.padEnd(width)}  ${by.padEnd(13)}  ${kind}`);
}
console.log(`${routes.length} routes`);
