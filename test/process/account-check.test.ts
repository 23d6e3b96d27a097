/** @module-tag nightly */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { succeed } from "./support/script.ts";
import { freshData, root, type Server, start } from "./support/server.ts";

const serverArgs = ["--rate-limits", "off"];

test("the account check passes on a new server and on a restored one", async () => {
  const server = await start({ args: serverArgs });
  const password = server.password ?? "";
  await expectToPass(server, password);
  const [backups, data] = [freshData(), freshData()];
  await succeed("backup", "--data", server.data, backups);
  await server.stop();
  await succeed("restore", "--data", data, backups);
  await expectToPass(await start({ data, args: serverArgs }), password);
});

async function expectToPass(server: Server, password: string): Promise<void> {
  const out = join(server.data, "check.json");
  const account = ["--email", server.credentials.email, "--password", password];
  const args = ["scripts/parley.mjs", "account-check", "--site", server.url, ...account, "--short", "--out", out];
  const child = spawn(process.execPath, args, { cwd: root, stdio: ["ignore", "pipe", "pipe"] });
  let said = "";
  for (const output of [child.stdout, child.stderr]) output.setEncoding("utf8").on("data", (text) => (said += text));
  const [status] = await once(child, "close");
  expect(status, said).toBe(0);
  const { results, byHand } = JSON.parse(readFileSync(out, "utf8"));
  expect(results.map(({ step, isGood }: { step: string; isGood: boolean }) => [step, isGood])).toEqual(
    ["logins", "calls", "uploads", "addresses", "returning", "rate", "deploy", "streams", "silence", "load"].map(
      (step) => [step, true],
    ),
  );
  expect(byHand.length).toBeGreaterThan(5);
}
