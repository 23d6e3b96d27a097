import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "./support/launch.ts";

const promtool = (...args: string[]) => spawnSync("promtool", args, { cwd: root, encoding: "utf8" });
// Prometheus isn't on npm, so this test needs it to be installed.
const isThere = promtool("--version").error === undefined;

test.skipIf(!isThere)("each of the eleven alert rules fires for its cause, and resolves again", () => {
  const checked = promtool("check", "rules", "deploy/prometheus-rules.yml");
  expect([checked.status, checked.stdout]).toEqual([0, expect.stringContaining("SUCCESS: 11 rules found")]);
  const tested = promtool("test", "rules", join("test", "process", "prometheus", "rules.test.yml"));
  expect([tested.status, tested.stdout + tested.stderr]).toEqual([0, expect.stringContaining("SUCCESS")]);
});
