import { execFileSync } from "node:child_process";
import { join } from "node:path";

/** The cost of an event while queues begin and end. */
interface EventCost {
  /** The bytes that its recipients take in rows. */
  readonly bytes: number;
  /** Milliseconds of CPU. */
  readonly ms: number;
  /** The bytes of memory for each recipient. */
  readonly recipient: number;
}

/** Measured with very many queues without a server. */
export interface Simulated {
  /** The bytes of heap of a queue, and of its stream. */
  readonly queue: number;
  readonly stream: number;
  /** An event to all but one, and one to a half of them without any pattern. */
  readonly all: EventCost;
  readonly half: EventCost;
}

const root = join(import.meta.dirname, "../..");

/** Runs bench/queues/simulate.ts, in a process of its own: its heap is empty. */
export function simulated(queues: number): Simulated {
  const options = ["--expose-gc", "--import", "./src/cli/import/run-sources.ts"];
  const file = join(import.meta.dirname, "simulate.ts");
  const printed = execFileSync(process.execPath, [...options, file, String(queues)], { cwd: root, encoding: "utf8" });
  return JSON.parse(printed) as Simulated;
}
