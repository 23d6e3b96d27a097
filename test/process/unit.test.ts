import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "./support/launch.ts";
import { blocksOf, machine } from "./support/machine.ts";
import { freshData } from "./support/server.ts";

const file = join(root, "deploy/parley.service");
const backupFile = join(root, "deploy/parley-backup.service");
const unit = readFileSync(file, "utf8").replace(/\\\n/g, "");
/** Any Node works: it hands over to a checkout's own, possibly newer one, and an archive has none. */
const NODE = "/usr/bin/env node";
/** Splits a command into words, the first of which invokes Node. */
const wordsOf = (command: string) =>
  [NODE, ...command.replace(NODE, "").trim().split(/ +/)].slice(command.startsWith(NODE) ? 0 : 1);
const commands = [...unit.matchAll(/^Exec\w+=(.*)$/gm)].map(([, command = ""]) => wordsOf(command));

const run = (...args: readonly string[]) => spawnSync(process.execPath, [...args], { cwd: root, encoding: "utf8" });

test("parley.service runs existing programs with options they accept", () => {
  const [[node, program = "", start = "", ...options] = [], [sameNode, ...reload] = [], ...others] = commands;
  expect([node, sameNode, others]).toEqual([NODE, NODE, []]);
  const { stdout } = run(program, start, "--help");
  for (const option of options.filter((one) => one.startsWith("--"))) expect(stdout).toContain(option);
  // No server runs in the unit's directory here.
  expect(run(...reload).stderr).toMatch(/no server/i);
});

test("parley-backup.service backs up the server unit's data directory, with options its command accepts", () => {
  const [, server = ""] = /--data (\S+)/.exec(unit) ?? [];
  const text = readFileSync(backupFile, "utf8");
  const [, command = ""] = /^ExecStart=(.*)$/m.exec(text) ?? [];
  const [node, program = "", name = "", ...options] = wordsOf(command);
  expect([node, name, options[options.indexOf("--data") + 1]]).toEqual([NODE, "backup", server]);
  const { stdout } = run(program, name, "--help");
  for (const option of options.filter((one) => one.startsWith("--"))) expect(stdout).toContain(option);
});

test.for([file, backupFile])("systemd-analyze rates %s as well sandboxed", (path, { skip }) => {
  const args = ["security", "--offline=true", "--threshold=20", "--no-pager", path];
  const { error, status, stdout } = spawnSync("systemd-analyze", args, { encoding: "utf8" });
  skip(error !== undefined, "systemd-analyze is not installed");
  // Out of 100; an unrestricted unit scores 96.
  expect(status, stdout).toBe(0);
});

test("the commands in docs/https.md wait a limited time for the service, and print why it doesn't start", async () => {
  const block = blocksOf("docs/https.md").get("https") ?? "";
  const [waiting = ""] =
    /^timeout \d+ sh -c "until parley healthy --data \/var\/lib\/parley [\s\S]*?^\}$/m.exec(block) ?? [];
  expect(block.indexOf(waiting)).toBeLessThan(block.indexOf("journalctl -u parley | grep password"));
  const started = (status: number) =>
    machine(freshData(), { tools: { timeout: `exit ${status}`, journalctl: "echo the reason" } });
  expect(await (await started(0)).run(waiting)).toMatchObject({ output: "" });
  await expect((await started(124)).run(waiting)).rejects.toThrow(/^status 1 [\s\S]*the reason/);
});
