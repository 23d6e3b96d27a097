import { exports } from "cloudflare:workers";
import { expect, test } from "vitest";
import { helped } from "../mcp/helped.ts";

test("[security 27.9] only pages of listed origins can send requests and read the responses", async () => {
  const { iris, assistant, helper } = await helped();
  const origin = "https://tools.example.com";
  const preflight = (from: string) =>
    exports.default.fetch(`http://${helper.host}/mcp`, {
      method: "OPTIONS",
      headers: { Host: helper.host, Origin: from, "Access-Control-Request-Method": "POST" },
    });
  expect((await assistant.send("tools/list", {}, { Origin: origin })).status).toBe(403);
  expect((await preflight(origin)).status).toBe(403);
  await iris.ok(iris.patch("/realm", { assistant_origins: [origin] }));
  const { status, headers } = await assistant.send("tools/list", {}, { Origin: origin });
  expect([status, headers.get("access-control-allow-origin")]).toEqual([200, origin]);
  expect(headers.get("access-control-expose-headers")).toBe("WWW-Authenticate, Retry-After");
  expect([headers.get("vary"), headers.get("access-control-allow-credentials")]).toEqual(["Origin", null]);
  // A page can read how to get authorized.
  const stranger = await assistant.send(
    "tools/list",
    {},
    { Origin: origin, Authorization: "Bearer pma_nobodys0123456789012" },
  );
  expect([stranger.status, stranger.headers.get("access-control-allow-origin")]).toEqual([401, origin]);
  expect(stranger.headers.get("www-authenticate")).toContain("resource_metadata=");
  const allowed = await preflight(origin);
  expect([allowed.status, allowed.headers.get("access-control-allow-methods")]).toEqual([204, "POST"]);
  expect(allowed.headers.get("access-control-allow-headers")).toContain("Authorization");
  for (const other of ["https://tools.example.com.evil.example", "http://tools.example.com", "null", `${origin}:444`]) {
    expect([other, (await assistant.send("tools/list", {}, { Origin: other })).status]).toEqual([other, 403]);
    expect([other, (await preflight(other)).status]).toEqual([other, 403]);
  }
  await iris.ok(iris.patch("/realm", { assistant_origins: [] }));
  expect((await assistant.send("tools/list", {}, { Origin: origin })).status).toBe(403);
});
