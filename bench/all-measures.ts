import { readdirSync } from "node:fs";
import { join } from "node:path";
import type { Measure } from "./measure.ts";

const folder = join(import.meta.dirname, "measures");

export async function allMeasures(): Promise<Measure[]> {
  const files = readdirSync(folder)
    .filter((name) => name.endsWith(".ts"))
    .sort();
  return Promise.all(files.map(async (name) => ((await import(join(folder, name))) as { measure: Measure }).measure));
}
