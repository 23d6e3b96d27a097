import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root, start } from "./support/server.ts";

test("the check of an account runs against any server, and writes what it found", async () => {
  const server = await start({ args: ["--rate-limits", "off"] });
  const out = join(server.data, "check.json");
  const account = ["--email", server.credentials.email, "--password", server.password ?? ""];
  const args = ["scripts/account-check.mjs", "--site", server.url, ...account, "--short", "--out", out];
  const child = spawn(process.execPath, args, { cwd: root, stdio: ["ignore", "pipe", "pipe"] });
  let said = "";
  for (const output of [child.stdout, child.stderr]) output.setEncoding("utf8").on("data", (text) => (said += text));
  const [status] = await once(child, "close");
  expect(status, said).toBe(0);
  const { results, byHand } = JSON.parse(readFileSync(out, "utf8"));
  expect(results.map(({ step, isGood }: { step: string; isGood: boolean }) => [step, isGood])).toEqual(
    ["logins", "calls", "uploads", "addresses", "returning", "rate", "deploy"].map((step) => [step, true]),
  );
  expect(byHand.length).toBeGreaterThan(5);
});
