import type { Bench } from "./bench.ts";

/** What a file of bench/measures exports as `measure`; bench/all-measures.ts finds it by being there. */
export interface Measure {
  readonly name: string;
  /** A line for --help. */
  readonly about: string;
  run(bench: Bench): Promise<void>;
}
