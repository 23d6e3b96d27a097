import { describe, expect, test } from "vitest";
import { foreignJson, TooMuchJson } from "../../src/util/foreign-json.ts";

const bounds = { values: 10, depth: 3 };
const tooMuch = (text: string) => {
  try {
    return foreignJson(text, bounds) === undefined;
  } catch (error) {
    if (!(error instanceof TooMuchJson)) throw error;
    return error.message;
  }
};

describe("[security 15.15] foreignJson", () => {
  test.each([
    '[[["]]]"]]]',
    JSON.stringify({ a: '",[{'.repeat(100) }),
    JSON.stringify({ 'a\\"': "\\".repeat(99), b: '\\"[,'.repeat(50), c: [1, 2, 3, 4, 5, 6] }),
    JSON.stringify([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]),
    `"${"[".repeat(1000)}"`,
    '"\\\\"',
  ])("returns the same as JSON.parse, regardless of strings in the text: %j", (text) => {
    expect(foreignJson(text, bounds)).toEqual(JSON.parse(text));
  });

  test("rejects too many values or too much nesting before parsing, even if the text turns out not to be JSON", () => {
    const values = "the JSON has too many values";
    const depth = "the JSON is nested too deeply";
    expect(tooMuch(`[${"{},".repeat(1_000_000)}{}]`)).toBe(values);
    expect(tooMuch(JSON.stringify(Array(11).fill(0)))).toBe(values);
    expect(tooMuch(`{"a":[${"1,".repeat(100)}`)).toBe(values);
    expect(tooMuch("[[[[]]]]")).toBe(depth);
    expect(tooMuch("[".repeat(1000))).toBe(depth);
    expect(tooMuch('{"a":{"b":{"c":{}}}}')).toBe(depth);
  });

  test("throws a SyntaxError for text that is not JSON", () => {
    for (const text of ["", "[", '"', '"\\', `["${"x".repeat(500)}`])
      expect(() => foreignJson(text, bounds)).toThrow(SyntaxError);
  });
});
