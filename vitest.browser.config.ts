import { defineConfig } from "vitest/config";
import { retryReport } from "./test/support/retry-report.ts";

// The web client in a real browser, against servers as their users run them. One file at a time, on a small machine.
export default defineConfig({
  test: {
    include: ["test/browser/**/*.test.ts"],
    globalSetup: ["./test/browser/support/find-browser.ts"],
    fileParallelism: false,
    // One server and one browser serve all files.
    isolate: false,
    // Far longer than any test takes: a machine that others load at the same time takes its time.
    testTimeout: 240_000,
    reporters: ["default", retryReport],
    retry: Number(process.env["PARLEY_RETRIES"] ?? 0),
    hookTimeout: 240_000,
    expect: { poll: { timeout: 60_000 } },
  },
});
