/** @module-tag nightly */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { freshData, root } from "./support/server.ts";

test("npm run bench compares sending with its baseline, in a table and in JSON", () => {
  const data = freshData();
  const json = join(data, "figures.json");
  const options = ["--only", "send", "--quick", "--data", join(data, "bench"), "--json", json];
  const table = execFileSync(process.execPath, ["bench/main.ts", ...options], {
    cwd: root,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
  });
  const { figures, quick } = JSON.parse(readFileSync(json, "utf8"));
  expect(quick).toBe(true);
  expect(figures.map(({ name }: { name: string }) => name)).toContain("by 32: throughput");
  for (const { measure, name, value, floor, ratio, unit } of figures) {
    expect(table).toContain(`${measure}: ${name}`);
    if (measure !== "send") continue;
    // The system counts processor time in steps of 10 ms, and a quick run may take less.
    if (unit !== "µs") for (const number of [value, floor, ratio]) expect(number, name).toBeGreaterThan(0);
    expect(["ms", "µs", "per s"]).toContain(unit);
  }
});
