import { describe, expect, test } from "vitest";
import { jsonLines } from "../../src/converters/readers/json-lines.ts";
import { JsonSplitter } from "../../src/converters/readers/json-splitter.ts";
import { jsonBatches, jsonRanges } from "../../src/converters/readers/read-json.ts";
import { gathered } from "../support/gathered.ts";

/** Splits a text that arrives in chunks of `size` into [key, place, value] entries. */
function split(text: string, size: number): [string | null, number, unknown][] {
  const bytes = new TextEncoder().encode(text);
  const splitter = new JsonSplitter("x.json");
  const found: [string | null, number, unknown][] = [];
  for (let at = 0; at < bytes.length; at += size)
    for (const { key, first, values } of splitter.feed(bytes.subarray(at, at + size)))
      for (const [index, value] of values.entries()) found.push([key, first + index, value]);
  splitter.end();
  return found;
}

const SIZES = [1, 2, 3, 7, 1000];

describe("streaming JSON parser", () => {
  test.each([
    ["[]", []],
    ["{}", []],
    ["\ufeff [1]", [[null, 0, 1]]],
    [
      '{"a": [], "b": {"c": [1, {"d": "]}"}]}, "e": "x", "f": -1.5e3 }',
      [
        ["b", 0, { c: [1, { d: "]}" }] }],
        ["e", 0, "x"],
        ["f", 0, -1500],
      ],
    ],
    [
      '[ {"a": "\\"[,"}, "\\\\", [1,2], null,true ]',
      [
        [null, 0, { a: '"[,' }],
        [null, 1, "\\"],
        [null, 2, [1, 2]],
        [null, 3, null],
        [null, 4, true],
      ],
    ],
    [
      '{"zerver_\\u0061": [{"id": 1}, {"id": 2}]}',
      [
        ["zerver_a", 0, { id: 1 }],
        ["zerver_a", 1, { id: 2 }],
      ],
    ],
    [
      '["ä€😀", "\\u0000"]',
      [
        [null, 0, "ä€😀"],
        [null, 1, "\0"],
      ],
    ],
  ])("returns the same elements for any chunk size: %s", (text, expected) => {
    for (const size of SIZES) expect(split(text, size), `chunks of ${size}`).toEqual(expected);
  });

  test.each([
    "",
    " ",
    "1",
    "nul",
    "[",
    "[1",
    "[1,]",
    "[,1]",
    "[1,,2]",
    "[1 2]",
    "[1]]",
    "[1}",
    '{"a"}',
    '{"a":}',
    '{"a":1',
    '{"a":1,}',
    "{a:1}",
    '{"a":[1],,}',
    '{"a":1}x',
    '["\n"]',
    "[tru]",
    '{"a" 1}',
    `[${"[".repeat(200)}${"]".repeat(200)}]`,
  ])("rejects damaged input for any chunk size: %s", (text) => {
    for (const size of SIZES) expect(() => split(text, size), `chunks of ${size}`).toThrow(/x\.json/);
  });

  test("skips an element over the size limit, and continues after it", () => {
    const splitter = new JsonSplitter("x.json");
    const found: unknown[] = [];
    const feed = (text: string) => {
      for (const { first, values, isTooLong } of splitter.feed(new TextEncoder().encode(text)))
        found.push(isTooLong ? [first, "too long"] : [first, values]);
    };
    feed('[1, "');
    for (let part = 0; part < 40; part++) feed("x".repeat(1_000_000));
    feed('", 3');
    feed(", 4]");
    splitter.end();
    expect(found).toEqual([
      [0, [1]],
      [1, "too long"],
      [2, [3, 4]],
    ]);
  });

  test("returns the positions of values, and parses only the requested ones", async () => {
    const text = '{"a": [1,2], "b" : "x" ,"a":[3]}';
    const ranges = await jsonRanges(new Blob([text]), "x.json");
    expect([...ranges].map(([key, { begin, end }]) => [key, text.slice(begin, end)])).toEqual([
      ["a", "[1,2]"],
      ["b", '"x" '],
    ]);
    const batches = await gathered(jsonBatches(new Blob([text]).stream(), "x.json", (key) => key === "b"));
    expect(batches.map(({ values }) => values)).toEqual([["x"]]);
  });
});

test("lines of JSON are numbered, and an invalid one has no value", async () => {
  const lines = await gathered(jsonLines(new Blob(['{"a":1}\r\n\n{\n"x"']).stream(), "x.jsonl"));
  expect(lines.flat()).toEqual([
    { line: 1, value: { a: 1 } },
    { line: 3, value: undefined },
    { line: 4, value: "x" },
  ]);
});
