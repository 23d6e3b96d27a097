import { exports } from "cloudflare:workers";
import { describe, expect, test } from "vitest";
import { features } from "../../src/features.ts";
import { sendFiles } from "../support/files.ts";
import { realm } from "../support/organization.ts";

const pathOf = (route: string) => route.slice(route.indexOf(" ") + 1).replace(/:([a-z_]+)\+?/g, "1");
const methodOf = (route: string) => route.slice(0, route.indexOf(" "));

/** Every endpoint, by both ways to call it, every page, and unknown paths. */
const ROUTES: readonly (readonly [string, string])[] = [
  ...features
    .filter(({ name }) => name !== "testing")
    .flatMap(({ endpoints = [] }) => endpoints)
    .flatMap(({ route, aliases, internal }) =>
      internal
        ? []
        : [route, ...aliases].flatMap((one) =>
            ["/api/v1", "/json"].map((at) => [methodOf(one), at + pathOf(one)] as const),
          ),
    ),
  ...features.flatMap(({ pages = [] }) => pages).map(({ route }) => [methodOf(route), pathOf(route)] as const),
  ["GET", "/api/v1/nowhere"],
  ["GET", "/nowhere"],
  ["OPTIONS", "/api/v1/messages"],
];

/** Public JSON responses that browsers can cache. */
const KEPT = new Set(["/static/emoji.json"]);

test("[security 11.1, 11.2] every response has nosniff, no-store for JSON, and HSTS over TLS", async () => {
  const { host, iris } = await realm();
  const key = { Authorization: `Basic ${btoa(`${iris.email}:${iris.key}`)}` };
  const wrong: string[] = [];
  let successes = 0;
  for (const [method, path] of ROUTES) {
    for (const [protocol, headers] of [
      ["https", {}],
      // A change could revoke the key that the requests use.
      ...(method === "GET" ? [["http", key] as const] : []),
    ] as const) {
      const response = await exports.default.fetch(`${protocol}://${host}${path}`, {
        method,
        redirect: "manual",
        headers: { Host: host, ...headers },
      });
      await response.body?.cancel();
      if (response.ok) successes += 1;
      const has = (name: string) => response.headers.get(name);
      const isJson = has("content-type")?.includes("json") === true && !KEPT.has(path);
      const safe = has("x-content-type-options") === "nosniff";
      const caching = !isJson || /(^|, )no-store$/.test(has("cache-control") ?? "");
      const strict = has("strict-transport-security") === (protocol === "https" ? "max-age=15552000" : null);
      if (!safe || !caching || !strict)
        wrong.push(`${method} ${protocol} ${path}: ${JSON.stringify([...response.headers])}`);
    }
  }
  expect(wrong).toEqual([]);
  expect(successes).toBeGreaterThan(80);
});

test("[security 11.3, 11.4] no page can be framed, or run a script that isn't the server's own", async () => {
  const { host } = await realm();
  const wrong: string[] = [];
  let pages = 0;
  for (const [method, path] of ROUTES.filter(([, one]) => !/^\/(?:api|json)\//.test(one))) {
    const response = await exports.default.fetch(`http://${host}${path}`, {
      method,
      redirect: "manual",
      headers: { Host: host, Accept: "text/html" },
    });
    if (response.headers.get("content-type")?.startsWith("text/html") !== true) {
      await response.body?.cancel();
      continue;
    }
    pages += 1;
    const text = await response.text();
    const policy = new Map(
      (response.headers.get("content-security-policy") ?? "").split("; ").map((part) => {
        const [name = "", ...sources] = part.split(" ");
        return [name, sources.join(" ")] as const;
      }),
    );
    const scripts = policy.get("script-src") ?? policy.get("default-src") ?? "*";
    const isOwn = /^(?:'none'|'self'|'sha256-[\w+/]+={0,2}')$/.test(scripts);
    const names = [...text.matchAll(/<script[^>]* src="([^"]*)"/g)].map(([, name = ""]) => name);
    if (policy.get("frame-ancestors") !== "'none'" || !isOwn || names.some((name) => !/^\/(?!\/)/.test(name)))
      wrong.push(`${method} ${path}: ${JSON.stringify([...policy])} ${names.join()}`);
  }
  expect(wrong).toEqual([]);
  expect(pages).toBeGreaterThan(10);
});

describe("[security 11.7] an uploaded file that could run as a script or style a page", () => {
  test.each([
    "text/javascript",
    "application/javascript",
    "Application/X-JavaScript; charset=utf-8",
    "text/javascript1.5",
    "application/ecmascript",
    "text/jscript",
    "text/livescript",
    "text/css",
    "application/wasm",
  ])("is served as text: %s", async (type) => {
    const { host, noah } = await realm();
    const { url } = (await sendFiles(noah, "/user_uploads", [new File(["alert(1)"], "a.js", { type })])).body;
    const response = await exports.default.fetch(`http://${host}${url}`, {
      headers: { Host: host, Authorization: `Basic ${btoa(`${noah.email}:${noah.key}`)}` },
    });
    expect(await response.text()).toBe("alert(1)");
    expect(response.headers.get("content-type")).toMatch(/^text\/plain(; charset=utf-8)?$/);
    expect(response.headers.get("x-content-type-options")).toBe("nosniff");
  });
});
