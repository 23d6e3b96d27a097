import { spawn } from "node:child_process";
import { once } from "node:events";
import { createReadStream, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { writeLog } from "../audit/log-file.ts";
import { median } from "../load/closed-loop.ts";
import type { Measure } from "../measure.ts";

const root = join(import.meta.dirname, "../..");
const ENTRIES = 1_000_000;
const ENTRIES_WHEN_QUICK = 20_000;
/** On an otherwise idle machine. */
const BUDGET = { atMost: 30 };

/** Verifies a large audit log export. The floor only reads and parses its lines, on one core. */
export const measure: Measure = {
  name: "audit-verify",
  about: "parley audit verify, of a million entries",
  async run(bench) {
    const folder = mkdtempSync(join(tmpdir(), "parley-audit-bench-"));
    const file = join(folder, "log.jsonl");
    const entries = bench.settings.quick ? ENTRIES_WHEN_QUICK : ENTRIES;
    try {
      writeLog(file, entries, (done) => bench.progress(`writing: ${done} of ${entries}`));
      const walls: number[] = [];
      const cpus: number[] = [];
      for (let round = 0; round < bench.settings.rounds; round++) {
        bench.progress(`round ${round}`);
        const { wall, cpu } = await verified(file);
        walls.push(wall);
        cpus.push(cpu);
      }
      bench.progress("reading alone");
      const floor = await parsed(file);
      bench.report({ name: "by the clock", value: median(walls), unit: "s", budget: BUDGET });
      bench.report({ name: "of all processors", value: median(cpus), unit: "s", floor });
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

async function verified(file: string): Promise<{ wall: number; cpu: number }> {
  const start = performance.now();
  const usage = join(import.meta.dirname, "../audit/tell-usage.ts");
  const child = spawn(
    process.execPath,
    ["--import", usage, join(root, "scripts/parley.mjs"), "audit", "verify", file],
    {
      stdio: ["ignore", "ignore", "pipe"],
    },
  );
  let told = "";
  child.stderr.setEncoding("utf8").on("data", (text) => (told += text));
  const [status] = await once(child, "close");
  if (status !== 0) throw new Error(`parley audit verify ended with ${status}: ${told}`);
  return { wall: (performance.now() - start) / 1000, cpu: Number(told.trim().split("\n").at(-1)) / 1e6 };
}

async function parsed(file: string): Promise<number> {
  const before = process.cpuUsage();
  for await (const line of createInterface(createReadStream(file))) JSON.parse(line);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}
