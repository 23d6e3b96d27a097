import { readFileSync } from "node:fs";
import { BaseSequencer, type TestSequencerConstructor, type TestSpecification } from "vitest/node";

/**
 * Starts the test files that take longest first, named by paths below `test`. Otherwise they would run minutes after
 * all others have ended. Leaves out nightly files if nightly tests are excluded.
 */
export function longestFirst(...names: readonly string[]): TestSequencerConstructor {
  const rank = ({ moduleId }: TestSpecification) => {
    const at = names.findIndex((name) => moduleId.endsWith(`/test/${name}.test.ts`));
    return at === -1 ? names.length : at;
  };
  return class extends BaseSequencer {
    override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
      // Vitest would load nightly files to skip all their tests.
      const isByDay = this.ctx.config.tagsFilter?.includes("!nightly") ?? false;
      const run = isByDay ? files.filter(({ moduleId }) => !isNightly(moduleId)) : files;
      return (await super.sort(run)).sort((one, other) => rank(one) - rank(other));
    }
  };
}

const isNightly = (path: string) => /^\/\*\* @module-tag nightly \*\/$/m.test(readFileSync(path, "utf8"));
