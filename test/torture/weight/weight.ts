import { residentBytes } from "../../../bench/server/usage.ts";
import { type Part, type Trial, Violation } from "../frame/part.ts";
import { checkBounds, describe, GENEROUS, TIGHT } from "./bounds.ts";
import type { Extreme } from "./extreme.ts";
import { extremes } from "./extremes/index.ts";
import { type Setup, setUp, watchQuiet, watchSetup } from "./setup.ts";

/**
 * Sends the largest of everything, one case per round. The server accepts or refuses it, but never with a 5xx. In the
 * meantime, GET /health and colleagues' messages are answered in time, and memory stays within bounds.
 */
export const weight: Part = {
  name: "weight",
  share: 3,
  briefRounds: extremes.length,
  leastRounds: extremes.length,
  async run(trial) {
    const extreme = extremes[(trial.round - 1) % extremes.length] as Extreme;
    const server = await trial.server({ args: ["--quiet"] });
    const there = await setUp(trial, server);
    await runExtreme(trial, extreme, there);
  },
};

const QUIET_MS = 2000;
const MIN_DURATION_MS = 2000;

async function runExtreme(trial: Trial, extreme: Extreme, there: Setup): Promise<void> {
  const { server } = there.context;
  const context = { ...there.context, trial };
  trial.log(extreme.name);
  const before = residentBytes(there.pid) ?? 0;
  await extreme.prepare?.(context);
  there.preparedBytes += Math.max(0, (residentBytes(there.pid) ?? 0) - before);
  const quiet = trial.isBrief ? there.quiet : await watchQuiet(there, QUIET_MS);
  const startBytes = residentBytes(there.pid) ?? 0;
  const stop = watchSetup(there);
  let seen: Awaited<ReturnType<typeof stop>> | undefined;
  try {
    const began = Date.now();
    // A short case is repeated, so that there is enough to measure.
    do await extreme.run(context);
    while (!trial.isBrief && Date.now() - began < MIN_DURATION_MS);
  } catch (error) {
    if (error instanceof Violation) throw new Violation(`${extreme.name}: ${error.message}`, error.history);
    throw error;
  } finally {
    seen = await stop();
  }
  const observed = { seen, quiet, startBytes, baseBytes: there.baseBytes + there.preparedBytes };
  trial.report(`${extreme.name}: ${describe(observed)}`);
  const bounds = trial.isBrief ? GENEROUS : TIGHT;
  const { growthBytes = bounds.growthBytes } = extreme;
  checkBounds(extreme.name, observed, { ...bounds, growthBytes });
  if (server.runtime !== there.pid) throw new Violation(`${extreme.name}: workerd has ended and was started again`);
}
