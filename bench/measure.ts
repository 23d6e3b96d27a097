import { readdirSync } from "node:fs";
import { join } from "node:path";
import type { Bench } from "./bench.ts";

/** One file of bench/measures: it exports its `measure`, and is found by being there. */
export interface Measure {
  readonly name: string;
  /** For --help. */
  readonly about: string;
  run(bench: Bench): Promise<void>;
}

const folder = join(import.meta.dirname, "measures");

export async function allMeasures(): Promise<Measure[]> {
  const files = readdirSync(folder)
    .filter((name) => name.endsWith(".ts"))
    .sort();
  return Promise.all(files.map(async (name) => ((await import(join(folder, name))) as { measure: Measure }).measure));
}
