import { readFileSync } from "node:fs";
import { BaseSequencer, type TestSequencerConstructor, type TestSpecification } from "vitest/node";

/**
 * Returns a sequencer that starts the given test files first, because they take longest. Otherwise, they would still
 * run minutes after all others have ended. The files are given by their paths below `test`. If nightly tests are
 * excluded, so are nightly files.
 */
export function longestFirst(...names: readonly string[]): TestSequencerConstructor {
  const rank = ({ moduleId }: TestSpecification) => {
    const at = names.findIndex((name) => moduleId.endsWith(`/test/${name}.test.ts`));
    return at === -1 ? names.length : at;
  };
  return class extends BaseSequencer {
    override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
      // Otherwise, Vitest would load nightly files only to skip all their tests.
      const isByDay = this.ctx.config.tagsFilter?.includes("!nightly") ?? false;
      const run = isByDay ? files.filter(({ moduleId }) => !isNightly(moduleId)) : files;
      return (await super.sort(run)).sort((one, other) => rank(one) - rank(other));
    }
  };
}

const isNightly = (path: string) => /^\/\*\* @module-tag nightly \*\/$/m.test(readFileSync(path, "utf8"));
