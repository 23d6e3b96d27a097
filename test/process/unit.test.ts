import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "./support/launch.ts";

const file = join(root, "deploy/parley.service");
const backupFile = join(root, "deploy/parley-backup.service");
const unit = readFileSync(file, "utf8").replace(/\\\n/g, "");
/** Any Node: that of a checkout, which may be newer, is handed over to, and an archive has none. */
const NODE = "/usr/bin/env node";
/** The words of a command, the first of which is how Node is called. */
const wordsOf = (command: string) =>
  [NODE, ...command.replace(NODE, "").trim().split(/ +/)].slice(command.startsWith(NODE) ? 0 : 1);
const commands = [...unit.matchAll(/^Exec\w+=(.*)$/gm)].map(([, command = ""]) => wordsOf(command));

const run = (...args: readonly string[]) => spawnSync(process.execPath, [...args], { cwd: root, encoding: "utf8" });

test("the unit of systemd names programs of this project and options that they have", () => {
  const [[node, program = "", start = "", ...options] = [], [sameNode, ...reload] = [], ...others] = commands;
  expect([node, sameNode, others]).toEqual([NODE, NODE, []]);
  const { stdout } = run(program, start, "--help");
  for (const option of options.filter((one) => one.startsWith("--"))) expect(stdout).toContain(option);
  // The unit's directory has no server here.
  expect(run(...reload).stderr).toMatch(/no server/i);
});

test("the unit of backups stores what the server's unit keeps, by a command with options that it has", () => {
  const [, server = ""] = /--data (\S+)/.exec(unit) ?? [];
  const text = readFileSync(backupFile, "utf8");
  const [, command = ""] = /^ExecStart=(.*)$/m.exec(text) ?? [];
  const [node, program = "", name = "", ...options] = wordsOf(command);
  expect([node, name, options[options.indexOf("--data") + 1]]).toEqual([NODE, "backup", server]);
  const { stdout } = run(program, name, "--help");
  for (const option of options.filter((one) => one.startsWith("--"))) expect(stdout).toContain(option);
});

test.for([file, backupFile])("systemd finds little that a service by %s could do to the machine", (path, { skip }) => {
  const args = ["security", "--offline=true", "--threshold=20", "--no-pager", path];
  const { error, status, stdout } = spawnSync("systemd-analyze", args, { encoding: "utf8" });
  skip(error !== undefined, "systemd-analyze is not installed");
  // Of 100; a unit without any bounds has 96.
  expect(status, stdout).toBe(0);
});
