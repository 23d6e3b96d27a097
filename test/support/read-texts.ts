import { globSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";

/**
 * Returns the contents of files, by paths relative to a directory, such as `./near.ts` and `../far.ts`. Patterns that
 * start with `!` exclude files.
 */
export const readTexts = (directory: string, ...patterns: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    findFiles(directory, ...patterns).map((path) => [path, readFileSync(join(directory, path), "utf8")]),
  );

/** Returns the paths of the same files. */
export function findFiles(directory: string, ...patterns: readonly string[]): string[] {
  const filesOf = (patterns: readonly string[]) =>
    globSync(patterns, { cwd: directory }).map((path) => relative(directory, join(directory, path)));
  const left = new Set(
    filesOf(patterns.filter((pattern) => pattern.startsWith("!")).map((pattern) => pattern.slice(1))),
  );
  return filesOf(patterns.filter((pattern) => !pattern.startsWith("!")))
    .filter((path) => /\.\w+$/.test(path) && !left.has(path))
    .sort()
    .map((path) => (path.startsWith("../") ? path : `./${path}`));
}
