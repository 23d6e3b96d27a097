// Runs all tests: node scripts/test.mjs. The thirds of the main suite wait much of their time, so they run beside each other,
// each with a workerd of its own; on a machine with one processor they run one after the other. Servers and browsers need the
// whole machine, and come after them. `npx vitest run PATH` runs a part of the main suite.
import { spawn } from "node:child_process";
import { availableParallelism } from "node:os";

/** @typedef {{ readonly args: readonly string[], readonly output: Buffer[], hasEnded: boolean }} Run */

/** @param {readonly string[]} args @returns {Run} */
const runOf = (...args) => ({ args, output: [], hasEnded: false });

const thirds = ["1/3", "2/3", "3/3"].map((third) => runOf(`--shard=${third}`));
const others = ["vitest.process.config.ts", "vitest.browser.config.ts"].map((config) => runOf("--config", config));
await runAll(thirds, availableParallelism() === 1 ? 1 : thirds.length);
await runAll(others, 1);

/** Runs suites, so many of them at a time. @param {readonly Run[]} runs @param {number} atOnce */
async function runAll(runs, atOnce) {
  const waiting = runs.values();
  const work = async () => {
    for (const run of waiting) {
      await finish(run);
      run.hasEnded = true;
      show();
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
}

/** @param {Run} run @returns {Promise<void>} */
function finish({ args, output }) {
  output.push(Buffer.from(`\n== vitest run ${args.join(" ")}\n`));
  const child = spawn("vitest", ["run", ...args], { stdio: ["ignore", "pipe", "pipe"] });
  const keep = (/** @type {Buffer | string} */ bytes) => {
    output.push(Buffer.from(bytes));
    show();
  };
  child.stdout.on("data", keep);
  child.stderr.on("data", keep);
  return new Promise((resolve) => {
    child.on("error", (error) => keep(`${error.message}\n`));
    child.on("close", (code) => {
      if (code !== 0) process.exitCode = 1;
      resolve();
    });
  });
}

/** Prints what the suites have printed, one after the other: that of a later one waits until the earlier ones have ended. */
function show() {
  for (const { output, hasEnded } of [...thirds, ...others]) {
    process.stdout.write(Buffer.concat(output.splice(0)));
    if (!hasEnded) return;
  }
}
