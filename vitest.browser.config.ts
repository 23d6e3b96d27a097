import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import { longestFirst } from "./test/support/longest-first.ts";
import { retryReport } from "./test/support/retry-report.ts";

const LONGEST = [
  "screens",
  "walks/large",
  "walks/chaos",
  "walks/phone",
  "walks/killed",
  "walks/keys",
  "walks/offline",
].map((name) => `browser/${name}`);

// The web client in a real browser, against servers as their users run them. Two files at a time: more than half of a file's
// time is waiting.
export default defineConfig({
  test: {
    include: ["test/browser/**/*.test.ts"],
    globalSetup: ["./test/browser/support/find-browser.ts"],
    maxWorkers: Math.min(2, availableParallelism()),
    sequence: { sequencer: longestFirst(...LONGEST) },
    // One server and one browser serve all files that run one after the other.
    isolate: false,
    // Far longer than any test takes: a machine that others load at the same time takes its time.
    testTimeout: 240_000,
    reporters: ["default", retryReport],
    retry: Number(process.env["PARLEY_RETRIES"] ?? 0),
    hookTimeout: 240_000,
    expect: { poll: { timeout: 60_000 } },
  },
});
