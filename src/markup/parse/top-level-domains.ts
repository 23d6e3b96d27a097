import names from "../data/top-level-domains.txt";

let set: ReadonlySet<string> | undefined;

/** What the last part of a bare domain must be for it to become a link (markdown.md 2). */
export function topLevelDomains(): ReadonlySet<string> {
  set ??= new Set(names.trimEnd().split("\n"));
  return set;
}
