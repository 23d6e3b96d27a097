import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "./support/launch.ts";

const file = join(root, "deploy/parley.service");
const unit = readFileSync(file, "utf8").replace(/\\\n/g, "");
const NODE = "/srv/parley/node_modules/.bin/node";
const commands = [...unit.matchAll(/^Exec\w+=(.*)$/gm)].map(([, command = ""]) => command.split(/ +/));

const run = (...args: readonly string[]) => spawnSync(process.execPath, [...args], { cwd: root, encoding: "utf8" });

test("the unit of systemd names programs of this project and options that they have", () => {
  const [[node, program = "", start = "", ...options] = [], [sameNode, ...reload] = [], ...others] = commands;
  expect([node, sameNode, others]).toEqual([NODE, NODE, []]);
  const { stdout } = run(program, start, "--help");
  for (const option of options.filter((one) => one.startsWith("--"))) expect(stdout).toContain(option);
  // The unit's directory has no server here.
  expect(run(...reload).stderr).toMatch(/no server/i);
});

test("systemd finds little that a service by the unit could do to the machine", ({ skip }) => {
  const args = ["security", "--offline=true", "--threshold=20", "--no-pager", file];
  const { error, status, stdout } = spawnSync("systemd-analyze", args, { encoding: "utf8" });
  skip(error !== undefined, "systemd-analyze is not installed");
  // Of 100; a unit without any bounds has 96.
  expect(status, stdout).toBe(0);
});
