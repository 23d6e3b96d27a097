/** @module-tag nightly */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { expect, test } from "vitest";
import { serveFixtures } from "./conformance/serve.ts";
import { freshData, root } from "./support/server.ts";

const suite = join(root, "node_modules/@modelcontextprotocol/conformance/dist/index.js");
/** The suite needs a newer Node than the tests: the one that the program ships. */
const node = join(root, "node_modules/.bin/node");

async function run(url: string, ...args: string[]): Promise<{ status: number | null; said: string }> {
  const command = [suite, "server", "--url", url, "-o", freshData(), ...args];
  const child = spawn(node, command, { cwd: root, stdio: ["ignore", "pipe", "pipe"] });
  let said = "";
  for (const output of [child.stdout, child.stderr]) output.setEncoding("utf8").on("data", (text) => (said += text));
  const [status] = await once(child, "close");
  return { status, said };
}

/** Each revision requires certain scenarios. Those that this server doesn't pass are listed with the reasons. */
test.each(["2026-07-28", "2025-11-25"])("the MCP core conforms to revision %s", async (revision) => {
  const url = await serveFixtures();
  const baseline = join(root, `test/process/conformance/expected-failures-${revision}.yml`);
  const { status, said } = await run(url, "--requirements", revision, "--expected-failures", baseline);
  expect(status, said).toBe(0);
});
