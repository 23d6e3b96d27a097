import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { CLIENTS, versionOf } from "../../scripts/compatibility/clients.mjs";
import { compatibilityPage } from "../../scripts/compatibility/page.mjs";
import { TESTED_CLIENTS } from "../../src/protocol/tested-clients.ts";
import { root } from "./support/server.ts";

const read = (path: string) => readFileSync(join(root, path), "utf8");
const results = JSON.parse(read("compatibility.json"));

test("docs/compatibility.md is generated from compatibility.json, and is short", () => {
  const page = read("docs/compatibility.md");
  expect(page).toBe(compatibilityPage(results));
  expect(page.length).toBeLessThan(3000);
  expect(page).toContain("within 30 days");
});

test("compatibilityPage names each failing test of each client", () => {
  const one = {
    client: "a",
    how: "runs",
    version: "1",
    passed: 1,
    failed: 2,
    skipped: 0,
    failing: ["first", "second"],
  };
  const page = compatibilityPage([one, { ...one, client: "b", failed: 0, failing: [] }]);
  expect(page).toContain(
    "| a | 1 | runs | 1 | 2 | 0 |\n| b | 1 | runs | 1 | 0 | 0 |\n\nFailing:\n\n- a: first\n- a: second\n",
  );
  expect(compatibilityPage([{ ...one, failed: 0, failing: [] }])).not.toContain("Failing");
});

test("compatibility.json lists the clients and versions that tests run (update it with npm run compatibility)", () => {
  const locked = JSON.parse(read("package-lock.json")).packages;
  const now = CLIENTS.map(({ client, how, version }) => ({ client, how, version: versionOf(version, locked) }));
  const told = results.map(({ client, how, version }: (typeof now)[number]) => ({ client, how, version }));
  expect(told).toEqual(now);
  for (const { failed, failing } of results) expect(failing).toHaveLength(failed);
  expect(CLIENTS.flatMap(({ files }) => files).filter((file) => !existsSync(join(root, file)))).toEqual([]);
});

test("the versions that count as tested are those in compatibility.json", () => {
  const version = (client: string) => results.find((one: { client: string }) => one.client.startsWith(client))?.version;
  expect(TESTED_CLIENTS).toEqual({
    ZulipFlutter: version("zulip-flutter"),
    ZulipMobile: version("zulip-mobile"),
    ZulipTerminal: version("zulip-terminal"),
  });
});
