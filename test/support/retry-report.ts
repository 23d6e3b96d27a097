import type { Reporter } from "vitest/node";

/**
 * Names each test that passed only when it was tried again, with what failed before: it is right, or it waits for something
 * too short a time.
 */
export const retryReport: Reporter = {
  onTestCaseResult(test) {
    const { retryCount = 0 } = test.diagnostic() ?? {};
    if (retryCount === 0) return;
    console.log(`retried ${retryCount}x: ${test.module.relativeModuleId} > ${test.fullName}`);
    for (const { message, diff, stacks } of test.result().errors ?? []) {
      const [at] = stacks ?? [];
      console.log([message, diff, at && `  at ${at.file}:${at.line}`].filter(Boolean).join("\n"));
    }
  },
};
