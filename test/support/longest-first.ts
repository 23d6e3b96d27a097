import { BaseSequencer, type TestSequencerConstructor, type TestSpecification } from "vitest/node";

/**
 * Begins with the files that take longest, by their names below `test`: begun last, the first of them would run minutes
 * after all others have ended.
 */
export function longestFirst(...names: readonly string[]): TestSequencerConstructor {
  const rank = ({ moduleId }: TestSpecification) => {
    const at = names.findIndex((name) => moduleId.endsWith(`/test/${name}.test.ts`));
    return at === -1 ? names.length : at;
  };
  return class extends BaseSequencer {
    override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
      return (await super.sort(files)).sort((one, other) => rank(one) - rank(other));
    }
  };
}
