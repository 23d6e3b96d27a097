import { existsSync, readFileSync, statfsSync } from "node:fs";
import { availableParallelism } from "node:os";
import { cloudflareTest, readD1Migrations } from "@cloudflare/vitest-plugin";
import { defineConfig, type Plugin } from "vitest/config";
import { copyTables } from "./test/support/copy-tables.ts";
import { costReport } from "./test/support/cost-report.ts";
import { longestFirst } from "./test/support/longest-first.ts";
import { bundleProgram } from "./test/support/program.ts";
import { splitTests } from "./test/support/split-tests.ts";

declare module "vitest" {
  export interface ProvidedContext {
    readonly walks: number;
  }
}

// Organizations are made by the thousand: their storage is in memory where there is enough of it.
const MEMORY = "/dev/shm";
if (existsSync(MEMORY) && statfsSync(MEMORY).bavail * statfsSync(MEMORY).bsize > 4 * 2 ** 30)
  process.env["TMPDIR"] = MEMORY;

/** The files that take longest, which begin first. */
const LONGEST = [
  ...[
    "features/trust/scim-clients/entra",
    "features/messages/push-notifications/candidates",
    "permissions",
    "limits/stocks",
  ],
  ...["process/papers", "process/torture", "process/end", "process/phones", "process/reload", "process/deployed"],
  ...["process/stores", "browser/screens", "browser/walks/large", "browser/walks/chaos", "browser/walks/phone"],
  ...["browser/walks/killed", "browser/walks/keys", "browser/walks/offline"],
];

const tests = splitTests(import.meta.dirname);
const processors = Math.min(2, availableParallelism());

/** What all projects have. No test has a bound of its own: a busy machine takes its time. */
const patient = {
  testTimeout: 900_000,
  hookTimeout: 900_000,
  expect: { poll: { timeout: 200_000 } },
};

/** What the program imports as text would in Node be the address of a file. */
const texts: Plugin = {
  name: "texts",
  enforce: "pre",
  load: (id) => (/\.(txt|sql)$/.test(id) ? `export default ${JSON.stringify(readFileSync(id, "utf8"))}` : undefined),
};

export default defineConfig({
  test: {
    reporters: ["default", costReport],
    tags: [
      {
        name: "nightly",
        description: "weighs the machine, kills again and again, or tries what ordinary changes do not touch",
      },
    ],
    sequence: { sequencer: longestFirst(...LONGEST) },
    projects: [
      {
        plugins: [texts],
        test: {
          ...patient,
          name: "node",
          include: tests.node,
          isolate: false,
          pool: "threads",
          maxWorkers: processors,
          css: { include: [/\.css\?raw/] },
          provide: { walks: Number(process.env["PARLEY_WALKS"] ?? 25) },
        },
      },
      {
        plugins: [bundleProgram(import.meta.dirname), cloudflareTest(workerd)],
        test: {
          ...patient,
          name: "worker",
          include: tests.workerd,
          setupFiles: ["./test/setup.ts", "./test/support/report-counts.ts"],
          // Vitest would ask its own process about each line, and wait at the end for those of objects that are gone.
          disableConsoleIntercept: true,
          // Each test makes its own organization, so files need no isolation, which costs half a second each.
          isolate: false,
          // Much of their time is waiting.
          maxWorkers: processors + 1,
          sequence: { groupOrder: 1 },
          provide: { walks: Number(process.env["PARLEY_WALKS"] ?? 25) },
        },
      },
      // The server as its users run it: a process with children, signals and files.
      {
        plugins: [texts],
        test: {
          ...patient,
          name: "server",
          include: ["test/process/**/*.test.ts"],
          setupFiles: ["./test/support/report-counts.ts"],
          globalSetup: ["./test/process/support/remove-founded.ts"],
          // A process of its own costs each file half a second, so files restore what they change of theirs.
          isolate: false,
          // They wait for processes to start and to end.
          maxWorkers: 2 * processors,
          sequence: { groupOrder: 2 },
        },
      },
      // The web client in a real browser, against servers as their users run them. One server and one browser serve all
      // files that run one after the other.
      {
        test: {
          ...patient,
          name: "browser",
          include: ["test/browser/**/*.test.ts"],
          setupFiles: ["./test/support/report-counts.ts"],
          globalSetup: ["./test/browser/support/find-browser.ts"],
          isolate: false,
          maxWorkers: processors + 1,
          sequence: { groupOrder: 3 },
        },
      },
    ],
  },
});

async function workerd() {
  return {
    main: "./src/worker.ts",
    wrangler: { configPath: "./wrangler.toml" },
    miniflare: {
      // Besides that of wrangler.toml, so that organizations can be placed in another one, and moved.
      d1Databases: ["DB2"],
      // On one machine it stops no program that computes for ever: such ones are tests of processes.
      workerLoaders: { LOADER: {} },
      serviceBindings: { AI: { name: "speech", entrypoint: "Speech" }, TABLES: copyTables },
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
        // Longer than any test, so that polls wait for what happens however long that takes.
        HEARTBEAT_SECONDS: "3600",
        RECONNECT_SECONDS: "0",
        HOLDS: "on",
        HOSTED_BOTS: "on",
      },
    },
  };
}
