import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import type { Part } from "../torture/frame/part.ts";
import { runRounds } from "../torture/frame/rounds.ts";
import { parts } from "../torture/parts.ts";
import { root } from "./support/server.ts";

/** Seed of the random choices: new in each run, and part of each test's title. */
const seed = Number(process.env["PARLEY_SEED"] ?? Math.floor(Math.random() * 1e9));
/** The parts that start no server. */
const IN_EACH_RUN: readonly string[] = ["markup", "model", "streams"];
const inEachRun = parts.filter(({ name }) => IN_EACH_RUN.includes(name));
const others = parts.filter((part) => !inEachRun.includes(part));

// `npm run torture` does the same for minutes.
test.each(inEachRun)(`torture, in brief: $name (PARLEY_SEED=${seed})`, inBrief);
test.each(others)(`torture, in brief: $name (PARLEY_SEED=${seed})`, { tags: "nightly" }, inBrief);

async function inBrief(part: Part) {
  const options = { seed, first: 1, mayContinue: (done: number) => done < part.briefRounds, isBrief: true };
  expect(await runRounds(part, options)).toBe(part.briefRounds);
}

test("npm run torture lists every part", { tags: "nightly" }, () => {
  const help = execFileSync("npm", ["run", "--silent", "torture", "--", "--help"], { cwd: root, encoding: "utf8" });
  for (const { name } of parts) expect(help).toContain(name);
});
