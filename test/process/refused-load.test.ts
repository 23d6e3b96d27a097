/** @module-tag nightly */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { type Fields, ownerOf } from "./support/person.ts";
import { start } from "./support/server.ts";

const MIB = 1024;
const REQUESTS = 100;
/** Upper limit for workerd. It uses 160 on its own; 200 such requests once took 1.6 GB. */
const MOST = 450 * MIB;

const long = "x".repeat(3_500_000);
const bodies: [path: string, fields: Fields][] = [
  ["/messages", { type: "channel", to: "general", topic: "t", content: long }],
  ["/register", { event_types: JSON.stringify(Array.from({ length: 190_000 }, (_, at) => `event_type_${at}`)) }],
];

test("a series of large refused requests doesn't make workerd's memory grow", async () => {
  const server = await start({ args: ["--rate-limits", "off"] });
  const owner = await ownerOf(server);
  for (const [path, fields] of bodies) {
    for (let sent = 0; sent < REQUESTS; sent++) expect((await owner.post(path, fields)).status).toBe(400);
    expect(kilobytesAtMost(server.runtime), path).toBeLessThan(MOST);
  }
});

function kilobytesAtMost(pid: number): number {
  return Number(/^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]);
}
