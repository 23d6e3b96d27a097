import type { Reporter, TestCase, TestModule } from "vitest/node";

/** How many of the slowest tests of each project are named. */
const NAMED = 20;

/** Names at the end of a run what takes its time: the slowest tests of each project, and what all of a project take together. */
export const costReport: Reporter = {
  onTestRunEnd(modules) {
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
