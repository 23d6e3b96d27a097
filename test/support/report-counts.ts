import { afterAll } from "vitest";
import { takeCounts } from "./counts.ts";

// Runs once per test file. The reporter adds up the counts (cost-report.ts).
// biome-ignore lint/correctness/noEmptyPattern: Vitest requires it
afterAll(({}, file) => {
  file.meta.counts = takeCounts();
});
