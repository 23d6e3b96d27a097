import { expect, test } from "vitest";

const sources: Record<string, string> = import.meta.glob("../../src/web/**/*.{ts,tsx}", {
  query: "?raw",
  import: "default",
  eager: true,
});

/** The words by which a comment puts off what it is about. */
const OPENINGS =
  /(?:\/\*\*\s+(?:\* )?|^\s*\/\/ )((?:What|Who|Whom|Whose|Whoever|Where|Wherever|How|So|As|Of|Which|Those|One|Its|Such|Why|By|Something|Somebody) .*)/gm;

const found = (pattern: RegExp) =>
  Object.entries(sources).flatMap(([path, text]) =>
    [...text.matchAll(pattern)].map(([, what]) => `${path.replace("../../", "")}: ${what}`),
  );

/** A comment of several lines may go on with such a word: only its first line counts. */
const isFirstLine = (line: string) => {
  const [path = "", comment = ""] = line.split(/: (.*)/s);
  const text = sources[`../../${path}`] ?? "";
  const before = text.slice(0, text.indexOf(comment)).split("\n").at(-2) ?? "";
  return !before.trim().startsWith("//");
};

test("a comment begins with what it is about", () => {
  expect(found(OPENINGS).filter(isFirstLine)).toEqual([]);
});

test("a constant that is waited for names its unit", () => {
  const waited = /\b(?:after|sleep|setTimeout|setInterval|restUntilWake)\([^()]*\b([A-Z][A-Z_]*[A-Z])\b(?!\.)/g;
  expect(found(waited).filter((one) => !one.endsWith("_MS"))).toEqual([]);
});
