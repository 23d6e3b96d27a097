import { expect, test } from "vitest";
import { readTexts } from "../../support/read-texts.ts";

const sources = readTexts(import.meta.dirname, "../../../src/web/**/*.tsx");

/** Brand names that are the same in every language. */
const SAME_EVERYWHERE = new Set(["Parley"]);

const withoutComments = (code: string) => code.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/[^\n]*/gm, "");

/** Texts between tags, and in attributes that users read or hear. */
function literals(code: string): string[] {
  const between = code.matchAll(/(?<![=-])>\s*([^<>{}()=;&|]*\p{L}{2}[^<>{}()=;&|]*?)\s*(?:<\/|\{)/gu);
  const attributes = code.matchAll(
    /\b(?:aria-label|label|title|placeholder|alt|hint|text|tip)="([^"]*\p{L}{2}[^"]*)"/gu,
  );
  return [...between, ...attributes].map(([, text = ""]) => text).filter((text) => !SAME_EVERYWHERE.has(text));
}

test("views contain no text from outside the catalogs", () => {
  const found = Object.entries(sources).flatMap(([path, code]) =>
    literals(withoutComments(code)).map((text) => `${path.replace("../../../src/web/", "")}: ${text}`),
  );
  expect(found).toEqual([]);
});

test("views write no colon between a label and its value, because languages write it differently", () => {
  const views = readTexts(import.meta.dirname, "../../../src/web/views/**/*.{ts,tsx}");
  const found = Object.entries(views).filter(([, code]) => /\}: \$\{|\{": "\}/.test(withoutComments(code)));
  expect(found.map(([path]) => path)).toEqual([]);
});

test("literals finds texts in tags and attributes", () => {
  expect(literals("<p>Nothing unread</p>")).toEqual(["Nothing unread"]);
  expect(literals('<input placeholder="Search" class="field" />')).toEqual(["Search"]);
  expect(literals("<p>{appWords().name}</p>")).toEqual([]);
  expect(literals("const keep = (one: number) => one > two; useMemo<Map<string, number>>(() => {})")).toEqual([]);
});
