import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { freePort } from "../../src/cli/os/port.ts";
import { median } from "../load/closed-loop.ts";
import { Connection } from "../load/connection.ts";
import { request } from "../load/requests.ts";
import type { Measure } from "../measure.ts";

const root = join(import.meta.dirname, "../..");
const BUDGET = { atMost: 1500 };

/** The time from `npm start`, with everything installed, to the first response. */
export const measure: Measure = {
  name: "start",
  about: "npm start, to the first answer",
  async run(bench) {
    const fresh: number[] = [];
    const again: number[] = [];
    for (let round = 0; round <= bench.settings.rounds; round++) {
      bench.progress(`round ${round}`);
      const data = mkdtempSync(join(tmpdir(), "parley-bench-"));
      fresh.push(await startOn(data));
      again.push(await startOn(data));
      rmSync(data, { recursive: true, force: true });
    }
    // The first start may have to bundle the sources.
    bench.report({ name: "on a new directory", value: median(fresh.slice(1)), unit: "ms", budget: BUDGET });
    bench.report({ name: "on existing data", value: median(again.slice(1)), unit: "ms", budget: BUDGET });
  },
};

async function startOn(data: string): Promise<number> {
  const port = await freePort("127.0.0.1", 0);
  const start = performance.now();
  const child = spawn("npm", ["start", "--", "--port", String(port), "--data", data, "--quiet"], {
    cwd: root,
    stdio: "ignore",
    // A separate process group, because a signal to npm alone doesn't reach npm's children.
    detached: true,
    env: Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith("npm_"))),
  });
  const ended = once(child, "exit");
  for (;;) {
    const connection = new Connection(port);
    const reply = await connection.send(request("GET", "/health")).catch(() => undefined);
    connection.close();
    if (reply?.status === 200) break;
    await pause(5);
  }
  const ms = performance.now() - start;
  process.kill(-(child.pid ?? 0), "SIGTERM");
  await ended;
  return ms;
}
