/** The order in which Vitest begins the files: those that take longest must not be the last. */
import { existsSync } from 'node:fs';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * A sequencer that begins with `paths` (from the root, the longest first) and leaves the others as they were.
 * Throws when one of them is gone, so that the lists stay true.
 */
export const longestFirst = (paths: readonly string[]): typeof BaseSequencer => {
  for (const path of paths) {
    if (!existsSync(path))
      throw new Error(`${path} is gone. Correct the lists of the configurations.`);
  }
  const place = ({ moduleId }: TestSpecification) => {
    const at = paths.findIndex((path) => moduleId.endsWith(path));
    return at === -1 ? paths.length : at;
  };
  return class extends BaseSequencer {
    override async sort(files: TestSpecification[]) {
      return (await super.sort(files)).toSorted((a, b) => place(a) - place(b));
    }
  };
};
