import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { ownerOf } from "./support/person.ts";
import { start } from "./support/server.ts";

test("[security 14.10] the runtime refuses requests that bypass the gate, on any address", async () => {
  const server = await start({ args: ["--rate-limits", "off"] });
  await ownerOf(server);
  const command = readFileSync(`/proc/${server.runtime}/cmdline`, "latin1");
  const ports = [...command.matchAll(/=127\.0\.0\.1:(\d+)/g)].map(([, port]) => port);
  expect(ports.length).toBeGreaterThan(0);
  for (const port of ports) {
    for (const path of ["/health", "/api/v1/server_settings", "/login/"]) {
      const headers = { host: new URL(server.url).host, "x-parley-address": "9.9.1.9" };
      const answer = await fetch(`http://127.0.0.1:${port}${path}`, { headers }).catch(() => null);
      expect([port, path, answer?.status ?? 0].join()).not.toMatch(/,[23]\d\d$/);
    }
  }
});
