import type { Reporter, TestCase, TestModule } from "vitest/node";
import type { Counts } from "./counts.ts";

/**
 * The maximum that one run of `npm test` may create. A change that needs more must raise a number, which shows its
 * reviewers that the tests become slower.
 */
const BUDGETS: Counts = { organizations: 3160, servers: 140, pages: 275 };
const entriesOf = (counts: Counts) => Object.entries(counts) as [keyof Counts, number][];

/** The number of slowest tests that are listed per project. */
const NAMED = 20;

/** After a run, lists the slowest tests of each project and the project's total time. */
export const costReport: Reporter = {
  onTestRunEnd(modules) {
    for (const [name, most] of entriesOf(BUDGETS)) {
      const number = modules.reduce((sum, module) => sum + (module.meta().counts?.[name] ?? 0), 0);
      console.log(`${name}: ${number} of at most ${most}`);
      if (number > most) process.exitCode = 1;
    }
    const byProject = Map.groupBy(modules, ({ project }) => project.name);
    for (const [name, ofProject] of byProject) {
      const tests = ofProject.flatMap(testsOf);
      const tookMs = tests.reduce((sum, { ms }) => sum + ms, 0);
      console.log(`\n${name}: ${ofProject.length} files, ${tests.length} tests, ${seconds(tookMs)}; the slowest:`);
      for (const { ms, file, title } of tests.sort((a, b) => b.ms - a.ms).slice(0, NAMED))
        console.log(`  ${seconds(ms).padStart(7)}  ${file} > ${title}`);
    }
  },
};

const testsOf = (module: TestModule) =>
  [...module.children.allTests()].map((test: TestCase) => ({
    ms: test.diagnostic()?.duration ?? 0,
    file: module.relativeModuleId,
    title: test.fullName,
  }));

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;
