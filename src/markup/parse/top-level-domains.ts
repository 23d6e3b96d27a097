import names from "tlds/index.json" with { type: "json" };

/** Top-level domains that are far more often the end of a file's name. */
const fileNameEndings = new Set(["java", "md", "mov", "py", "zip"]);

let set: ReadonlySet<string> | undefined;

/** The endings that make a bare domain a link (markdown.md 2). */
export function topLevelDomains(): ReadonlySet<string> {
  set ??= new Set(names.filter((name) => !fileNameEndings.has(name)));
  return set;
}
