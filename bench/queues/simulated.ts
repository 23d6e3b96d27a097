import { execFileSync } from "node:child_process";
import { join } from "node:path";

/** The cost of an event while queues start and end. */
interface EventCost {
  /** Bytes written for the event's recipients. */
  readonly bytes: number;
  readonly ms: number;
  /** Bytes of memory per recipient. */
  readonly recipient: number;
}

/** Results for very many queues without a server. */
export interface Simulated {
  /** Heap bytes of a queue, and of its stream. */
  readonly queue: number;
  readonly stream: number;
  /** The costs of an event that all queues but one receive, and of one that a random half receives. */
  readonly all: EventCost;
  readonly half: EventCost;
}

const root = join(import.meta.dirname, "../..");

/** Runs bench/queues/simulate.ts in a separate process, so that its heap is empty at first. */
export function simulated(queues: number): Simulated {
  const options = ["--expose-gc", "--import", "./src/cli/import/run-sources.ts"];
  const file = join(import.meta.dirname, "simulate.ts");
  const printed = execFileSync(process.execPath, [...options, file, String(queues)], { cwd: root, encoding: "utf8" });
  return JSON.parse(printed) as Simulated;
}
