import { expect, test } from "vitest";
import { readTexts } from "./support/read-texts.ts";

const sources = readTexts(import.meta.dirname, "../src/**/*.{ts,tsx}");

/** The words by which a comment puts off what it is about. */
const OPENINGS =
  /(?:\/\*\*\s+(?:\* )?|^\s*\/\/ )((?:What|Who|Whom|Whose|Whoever|Where|Wherever|How|So|As|Of|Which|Those|One|Its|Such|Why|By|Something|Somebody) .*)/gm;

/** A comment of several lines may go on with such a word: only its first line counts. */
const isFirstLine = (before: string): boolean => !before.split("\n").at(-2)?.trim().startsWith("//");

test("a comment begins with what it is about", () => {
  const found = Object.entries(sources).flatMap(([path, text]) =>
    [...text.matchAll(OPENINGS)].flatMap(({ index, 0: all, 1: comment = "" }) =>
      isFirstLine(text.slice(0, index + all.length)) ? [`${path}: ${comment}`] : [],
    ),
  );
  expect(found).toEqual([]);
});

// The server's `after` takes times whose types have their units.
test("a constant that is waited for names its unit", () => {
  const waited = /\b(after|sleep|setTimeout|setInterval|restUntilWake|wait)\([^()]*\b([A-Z][A-Z_]*[A-Z])\b(?!\.)/g;
  const constants = Object.entries(sources).flatMap(([path, text]) =>
    [...text.matchAll(waited)].flatMap(([, by, name]) =>
      by === "after" && !path.startsWith("../src/web/") ? [] : [`${path}: ${name}`],
    ),
  );
  expect(constants.filter((one) => !one.endsWith("_MS"))).toEqual([]);
});
