import type { Bench } from "./bench.ts";

/** The `measure` export of a file in bench/measures, which bench/all-measures.ts discovers. */
export interface Measure {
  readonly name: string;
  /** A one-line description for --help. */
  readonly about: string;
  run(bench: Bench): Promise<void>;
}
