import { defineConfig } from "vitest/config";

// The server as its users run it: a process with children, signals and files. One at a time, on a small machine.
export default defineConfig({
  test: {
    include: ["test/process/**/*.test.ts"],
    fileParallelism: false,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
