import { existsSync, readFileSync, statfsSync } from "node:fs";
import { cloudflareTest, readD1Migrations } from "@cloudflare/vitest-plugin";
import { configDefaults, defineConfig } from "vitest/config";
import { bundledProgram } from "./test/support/program.ts";
import { retryReport } from "./test/support/retry-report.ts";

declare module "vitest" {
  export interface ProvidedContext {
    readonly walks: number;
  }
}

// Organizations are made by the thousand: their storage is in memory where there is enough of it.
const MEMORY = "/dev/shm";
if (existsSync(MEMORY) && statfsSync(MEMORY).bavail * statfsSync(MEMORY).bsize > 4 * 2 ** 30)
  process.env["TMPDIR"] = MEMORY;

export default defineConfig(async () => ({
  plugins: [
    await bundledProgram(import.meta.dirname),
    cloudflareTest({
      wrangler: { configPath: "./wrangler.toml" },
      miniflare: {
        // Besides that of wrangler.toml, so that organizations can be placed in another one, and moved.
        d1Databases: ["DB2"],
        // On one machine it stops no program that computes for ever: such ones are tests of processes.
        workerLoaders: { LOADER: {} },
        serviceBindings: { AI: { name: "speech", entrypoint: "Speech" } },
        workers: [
          {
            ...{ name: "speech", compatibilityDate: "2025-09-01", modules: true },
            script: readFileSync("./test/support/speech-stand-in.mjs", "utf8"),
          },
        ],
        bindings: {
          TEST_MIGRATIONS: await readD1Migrations("./migrations"),
          TEST_HOOKS: "1",
          DEV_LOGIN: "1",
          OPEN_CREATION: "1",
          LOG_REQUESTS: "off",
          RATE_LIMITS: "on",
          // Small, so that tests are quick and messages leave the window within a test.
          PASSWORD_ITERATIONS: "1000",
          HOT_WINDOW: "20",
          MAX_UPLOAD_MIB: "12",
          UPLOAD_QUOTA_MIB: "16",
          HEARTBEAT_SECONDS: "1",
          RECONNECT_SECONDS: "0",
          HOLDS: "on",
          HOSTED_BOTS: "on",
        },
      },
    }),
  ],
  test: {
    include: ["test/**/*.test.ts"],
    exclude: [...configDefaults.exclude, "test/process/**", "test/browser/**"],
    setupFiles: ["./test/setup.ts"],
    // Styles that a component imports are left out; those that a test reads as text are not.
    css: { include: [/\.css\?raw/] },
    // Each test makes its own organization, so files need no isolation, which costs half a second each.
    isolate: false,
    maxWorkers: 3,
    // Some tests make an organization of every kind of caller; a busy machine takes its time.
    testTimeout: 120_000,
    expect: { poll: { timeout: 60_000 } },
    provide: { walks: Number(process.env["PARLEY_WALKS"] ?? 25) },
    retry: Number(process.env["PARLEY_RETRIES"] ?? 0),
    reporters: ["default", retryReport],
  },
}));
