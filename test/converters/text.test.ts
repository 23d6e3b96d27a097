import { describe, expect, test } from "vitest";
import { cleanName, cleanText, splitContent } from "../../src/converters/text.ts";
import { UniqueNames } from "../../src/converters/unique-names.ts";

test.each([
  ["a\0b\tc\nd\r\u001b", "ab\tc\nd"],
  ["\ud83d x", "\ufffd x"],
])("invalid characters are removed from the text %j", (text, expected) => {
  expect(cleanText(text)).toBe(expected);
});

test.each([
  ["  two\n lines ", 60, "two lines"],
  ["x".repeat(61), 60, `${"x".repeat(59)}…`],
  ["😀".repeat(60), 60, "😀".repeat(60)],
])("a name is reduced to one line within its limit: %j", (name, most, expected) => {
  expect(cleanName(name, most)).toBe(expected);
});

describe("a long text", () => {
  test.each([
    ["that fits is unchanged", "x".repeat(10), ["x".repeat(10)]],
    ["is measured in characters", "😀".repeat(10), ["😀".repeat(10)]],
    ["is cut at its last line break", "ab\ncdef\nghijkl", ["ab\ncdef", "ghijkl"]],
    ["can be cut at a line break right after the limit", `${"x".repeat(10)}\ny`, ["x".repeat(10), "y"]],
    ["without line breaks is cut at the limit", "abcdefghijklm", ["abcdefghij", "klm"]],
    ["loses parts without text", `${"\n".repeat(25)}x`, ["x"]],
  ])("%s", (_, text, expected) => {
    const parts = splitContent(text, 10);
    expect(parts.map((part) => part.trim())).toEqual(expected);
    for (const part of parts) expect([...part].length).toBeLessThanOrEqual(10);
  });
});

test("names already in use, ignoring case, get a number within the limit", () => {
  const names = new UniqueNames(12);
  const given = ["Design", "design", "DESIGN", "", "", "Long enough!", "Long enough!"].map((name) =>
    names.give(name, "none"),
  );
  expect(given).toEqual(["Design", "design (2)", "DESIGN (3)", "none", "none (2)", "Long enough!", "Long en… (2)"]);
});
