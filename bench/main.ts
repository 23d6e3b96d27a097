// Compares the server with the least that the same work can cost on this machine, and with its budgets.
import { mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { allMeasures } from "./all-measures.ts";
import { Bench } from "./bench.ts";
import { type Options, readOptions, usage } from "./options.ts";
import { Progress } from "./progress.ts";
import { tableOf } from "./report/table.ts";
import { Organizations } from "./seed/organization.ts";

const options = readOptions(process.argv.slice(2));
const measures = await allMeasures();
if (options.help) {
  const width = Math.max(...measures.map(({ name }) => name.length));
  console.log(usage + measures.map(({ name, about }) => `  ${name.padEnd(width)}  ${about}`).join("\n"));
} else {
  await run(options);
}

async function run({ only, rounds, quick, json, data, seedData, imported, minutes }: Options): Promise<void> {
  const chosen = measures.filter(({ name }) => only.length === 0 || only.some((start) => name.startsWith(start)));
  if (chosen.length === 0) throw new Error(`nothing to measure is called ${only.join(" or ")}; --help tells what is`);
  mkdirSync(data, { recursive: true });
  const progress = new Progress();
  const organizations = new Organizations(resolve(data), progress);
  if (seedData) await organizations.filled("large");
  const bench = new Bench({ rounds, quick, imported, minutes }, organizations, progress);
  for (const measure of chosen) {
    await bench.begin(measure.name);
    try {
      await measure.run(bench);
    } catch (error) {
      bench.remarks.add(`${measure.name} failed: ${error instanceof Error ? error.stack : error}`);
      process.exitCode = 1;
      await bench.end();
    }
  }
  await bench.finish();
  progress.clear();
  console.log(tableOf(bench.verdicts));
  for (const remark of bench.remarks) console.log(`\n${remark}`);
  const file = json ?? join(data, "last.json");
  const { version: node, platform, arch } = process;
  writeFileSync(file, JSON.stringify({ node, platform, arch, rounds, quick, figures: bench.verdicts }, null, 2));
}
