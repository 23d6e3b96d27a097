// Runs tests repeatedly while other programs keep the processors busy, to find those that depend on timing: npm run
// steady -- [--times 20] [--busy 2] [file ...]
import { spawn } from "node:child_process";
import { parseArgs } from "node:util";

const { values, positionals } = parseArgs({
  options: { times: { type: "string", default: "20" }, busy: { type: "string", default: "2" } },
  allowPositionals: true,
});

const busy = Array.from({ length: Number(values.busy) }, () => spawn(process.execPath, ["-e", "for (;;);"]));
let failed = 0;
for (let time = 1; time <= Number(values.times); time++) {
  const run = spawn("npm", ["test", "--", ...positionals], { stdio: "inherit" });
  /** @type {number | null} */
  const status = await new Promise((resolve) => run.on("close", resolve));
  if (status !== 0) failed++;
  console.log(`\nsteady: ${time - failed} of ${time} runs passed`);
}
for (const one of busy) one.kill();
process.exitCode = failed === 0 ? 0 : 1;
