import { afterAll } from "vitest";
import { takeCounts } from "./counts.ts";

// Evaluated once per test file. The reporter adds up the counts (cost-report.ts).
// biome-ignore lint/correctness/noEmptyPattern: Vitest requires it
afterAll(({}, file) => {
  file.meta.counts = takeCounts();
});
