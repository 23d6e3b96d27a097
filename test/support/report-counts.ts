import { afterAll } from "vitest";
import { takeCounts } from "./counts.ts";

// Evaluated for each test file. The reporter adds the counts up (cost-report.ts).
// biome-ignore lint/correctness/noEmptyPattern: Vitest requires it
afterAll(({}, file) => {
  file.meta.counts = takeCounts();
});
