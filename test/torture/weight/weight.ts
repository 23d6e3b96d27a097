import { residentBytes } from "../../../bench/server/usage.ts";
import { type Part, type Trial, Violation } from "../frame/part.ts";
import { describe, GENEROUS, judge, TIGHT } from "./judge.ts";
import type { Kind } from "./kind.ts";
import { kinds } from "./kinds/index.ts";
import { type Settled, settle, watchQuiet, watchSettled } from "./scene.ts";

/**
 * The largest of everything is sent, a kind in each round. It is refused or done, never a fault of the server; meanwhile
 * /health answers, colleagues talk, and memory stays within bounds.
 */
export const weight: Part = {
  name: "weight",
  share: 3,
  brief: kinds.length,
  least: kinds.length,
  async run(trial) {
    const kind = kinds[(trial.round - 1) % kinds.length] as Kind;
    const server = await trial.server({ args: ["--quiet"] });
    const there = await settle(trial, server);
    await bear(trial, kind, there);
  },
};

const QUIET_MS = 2000;
const LEAST_MS = 2000;

async function bear(trial: Trial, kind: Kind, there: Settled): Promise<void> {
  const { server } = there.scene;
  const scene = { ...there.scene, trial };
  trial.log(kind.name);
  const before = residentBytes(there.pid) ?? 0;
  await kind.prepare?.(scene);
  there.preparedBytes += Math.max(0, (residentBytes(there.pid) ?? 0) - before);
  const quiet = trial.isBrief ? there.quiet : await watchQuiet(there, QUIET_MS);
  const startBytes = residentBytes(there.pid) ?? 0;
  const stop = watchSettled(there);
  let seen: Awaited<ReturnType<typeof stop>> | undefined;
  try {
    const began = Date.now();
    // What is over at once is done again, so that there is something to see.
    do await kind.run(scene);
    while (!trial.isBrief && Date.now() - began < LEAST_MS);
  } catch (error) {
    if (error instanceof Violation) throw new Violation(`${kind.name}: ${error.message}`, error.history);
    throw error;
  } finally {
    seen = await stop();
  }
  const observed = { seen, quiet, startBytes, baseBytes: there.baseBytes + there.preparedBytes };
  trial.report(`${kind.name}: ${describe(observed)}`);
  const bounds = trial.isBrief ? GENEROUS : TIGHT;
  const { growthBytes = bounds.growthBytes } = kind;
  judge(kind.name, observed, { ...bounds, growthBytes });
  if (server.runtime !== there.pid) throw new Violation(`${kind.name}: workerd has ended and was started again`);
}
