// Runs all tests: node scripts/test.mjs. The quarters of the main suite wait much of their time, so two run beside each other,
// each with a workerd of its own; on a machine with one processor they run one after the other. Servers and browsers need the
// whole machine, and come after them. `npx vitest run PATH` runs a part of the main suite.
import { spawn } from "node:child_process";
import { availableParallelism } from "node:os";

const SUITES = [
  ["--shard=1/4"],
  ["--shard=2/4"],
  ["--shard=3/4"],
  ["--shard=4/4"],
  ["--config", "vitest.process.config.ts"],
  ["--config", "vitest.browser.config.ts"],
];

const QUARTERS = 4;

/** @typedef {{ readonly args: readonly string[], readonly output: Buffer[], hasEnded: boolean }} Run */

/** @type {Run[]} */
const runs = SUITES.map((args) => ({ args, output: [], hasEnded: false }));
const waiting = runs.slice(0, QUARTERS);
await Promise.all(Array.from({ length: Math.min(2, availableParallelism()) }, runAll));
waiting.push(...runs.slice(QUARTERS));
await runAll();

/** Runs suites that have not been begun, until there are none left. */
async function runAll() {
  for (let run = waiting.shift(); run !== undefined; run = waiting.shift()) {
    await finish(run);
    run.hasEnded = true;
    show();
  }
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
  for (const { output, hasEnded } of runs) {
    process.stdout.write(Buffer.concat(output.splice(0)));
    if (!hasEnded) return;
  }
}
