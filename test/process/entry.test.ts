import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import { expect, test } from "vitest";
import { ownerOf } from "./support/person.ts";
import { start } from "./support/server.ts";

/** The TCP ports that a process listens on. */
function portsOf(pid: number): number[] {
  const sockets = readdirSync(`/proc/${pid}/fd`).map((fd) => readlinkSync(`/proc/${pid}/fd/${fd}`));
  return ["tcp", "tcp6"]
    .flatMap((kind) => readFileSync(`/proc/${pid}/net/${kind}`, "utf8").trim().split("\n").slice(1))
    .map((line) => line.trim().split(/\s+/))
    .filter(([, , , state, , , , , , inode]) => state === "0A" && sockets.includes(`socket:[${inode}]`))
    .map(([, address = ""]) => Number.parseInt(address.slice(address.lastIndexOf(":") + 1), 16));
}

test("[security 14.10] the runtime refuses requests that bypass the gate, on any address", async () => {
  const server = await start({ args: ["--rate-limits", "off"] });
  await ownerOf(server);
  const ports = portsOf(server.runtime);
  expect(ports.length).toBeGreaterThan(0);
  for (const port of ports) {
    for (const path of ["/health", "/api/v1/server_settings", "/login/"]) {
      const headers = { host: new URL(server.url).host, "x-parley-address": "9.9.1.9" };
      const answer = await fetch(`http://127.0.0.1:${port}${path}`, { headers }).catch(() => null);
      expect([port, path, answer?.status ?? 0].join()).not.toMatch(/,[23]\d\d$/);
    }
  }
});
