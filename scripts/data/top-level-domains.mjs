import { Failure } from "../server/failure.mjs";

/** Top-level domains that are far more often the extension of a file name. */
const FILES = new Set(["java", "md", "mov", "py", "zip"]);

/**
 * One line for each top-level domain, sorted.
 *
 * @param {unknown} list As the npm package `tlds` has it (index.json): an array of names, in their own letters.
 */
export function topLevelDomainLines(list) {
  if (!Array.isArray(list) || list.length === 0) throw new Failure("the list is no array of names");
  const names = list.map((name) => {
    if (typeof name !== "string" || !/^[\p{L}\p{M}\p{N}-]+$/u.test(name)) throw new Failure(`"${name}" is no domain`);
    return name.toLowerCase();
  });
  const kept = new Set(names.filter((name) => !FILES.has(name)));
  return [...kept]
    .sort()
    .map((name) => `${name}\n`)
    .join("");
}
