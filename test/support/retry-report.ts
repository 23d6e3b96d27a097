import type { Reporter } from "vitest/node";

/** Names each test that passed only when it was tried again: it is right, or it waits for something too short a time. */
export const retryReport: Reporter = {
  onTestCaseResult(test) {
    const { retryCount = 0 } = test.diagnostic() ?? {};
    if (retryCount > 0) console.log(`retried ${retryCount}x: ${test.module.relativeModuleId} > ${test.fullName}`);
  },
};
