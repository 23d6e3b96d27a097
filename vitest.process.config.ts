import { readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { defineConfig, type Plugin } from "vitest/config";
import { longestFirst } from "./test/support/longest-first.ts";
import { retryReport } from "./test/support/retry-report.ts";

/** What the program imports as text would here be the address of a file. */
const texts: Plugin = {
  name: "texts",
  enforce: "pre",
  load: (id) => (id.endsWith(".txt") ? `export default ${JSON.stringify(readFileSync(id, "utf8"))}` : undefined),
};

const LONGEST = ["papers", "torture", "end", "phones", "reload", "deployed", "stores"].map((name) => `process/${name}`);

// The server as its users run it: a process with children, signals and files. Two files at a time: much of their time is waiting.
export default defineConfig({
  plugins: [texts],
  test: {
    include: ["test/process/**/*.test.ts"],
    sequence: { sequencer: longestFirst(...LONGEST) },
    maxWorkers: Math.min(2, availableParallelism()),
    // Far longer than any test takes: a machine that others load at the same time takes its time.
    testTimeout: 240_000,
    reporters: ["default", retryReport],
    retry: Number(process.env["PARLEY_RETRIES"] ?? 0),
    hookTimeout: 240_000,
    expect: { poll: { timeout: 60_000 } },
  },
});
