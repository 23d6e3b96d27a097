import names from "tlds/index.json" with { type: "json" };

/** Top-level domains that are far more often a file extension. */
const fileNameEndings = new Set(["java", "md", "mov", "py", "zip"]);

let set: ReadonlySet<string> | undefined;

/** Endings that turn a bare domain into a link (markdown.md 2). */
export function topLevelDomains(): ReadonlySet<string> {
  set ??= new Set(names.filter((name) => !fileNameEndings.has(name)));
  return set;
}
