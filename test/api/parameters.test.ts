import * as v from "valibot";
import { describe, expect, test } from "vitest";
import {
  alias,
  boolean,
  count,
  integer,
  json,
  jsonOrText,
  oneOf,
  optional,
  quotableText,
  text,
  textParameter,
} from "../../src/api/parameter.ts";
import { readValues } from "../../src/http/request-values.ts";
import { boundedList, boundedText, sized } from "../../src/protocol/bounded.ts";
import { ApiError } from "../../src/protocol/errors.ts";

const read = (parameter: Parameters<typeof optional>[0], raw: Record<string, string>) => {
  try {
    return readValues({ x: parameter }, new Map(Object.entries(raw)))["x"];
  } catch (error) {
    if (error instanceof ApiError) return `${error.code}: ${error.message}`;
    throw error;
  }
};
const bad = (msg: string) => `BAD_REQUEST: ${msg}`;
const person = v.strictObject({ name: boundedText("name"), age: v.optional(v.pipe(v.number(), v.integer())) });

describe("a parameter reader", () => {
  test.each([
    ["text, unchanged", text("name"), "12", "12"],
    ["text with its quotes", text("name"), '"a"', '"a"'],
    ["quotable text without its quotes", quotableText("name"), '"a"', "a"],
    ["quotable text without quotes", quotableText("name"), "a b", "a b"],
    ["quotable text that looks like a number", quotableText("name"), "7", "7"],
    ["an integer", integer, "-12", -12],
    ["anything", json(sized(v.unknown(), 100_000)), '[[{"a":[1]}]]', [[{ a: [1] }]]],
    [
      "JSON that is nested too deeply",
      json(sized(v.unknown(), 100_000)),
      "[".repeat(20_000) + "]".repeat(20_000),
      bad("x is nested too deeply"),
    ],
    ["a fraction instead of an integer", integer, "1.5", bad("x is not an integer")],
    ["text instead of an integer", integer, "abc", bad("x is not valid JSON")],
    ["a quoted integer", integer, '"1"', bad("x is not an integer")],
    ["an integer that a double cannot hold", integer, "9007199254740993", bad("x is not an integer")],
    ["a negative count", count, "-1", bad("x is too small")],
    ["true", boolean, "true", true],
    ["True instead of true", boolean, "True", bad("x is not valid JSON")],
    ["one of the listed words", oneOf("add", "remove"), "add", "add"],
    ["one of the listed words, quoted", oneOf("add", "remove"), '"add"', "add"],
    ["a word that is not listed", oneOf("add", "remove"), "more", bad("Invalid x")],
    ["a list", json(boundedList(v.number(), "names")), "[1,2]", [1, 2]],
    [
      "a list with an element of another type",
      json(boundedList(v.number(), "names")),
      '[1,"2"]',
      bad("x[1] is not an integer"),
    ],
    ["JSON or text: JSON", jsonOrText(v.union([v.number(), boundedText("name")])), "12", 12],
    ["JSON or text: text", jsonOrText(v.union([v.number(), boundedText("name")])), "twelve", "twelve"],
    ["an object", json(person), '{"name":"a"}', { name: "a" }],
    ["an object without a key", json(person), "{}", bad('x["name"] field is missing: Field required')],
    ["an object with a wrong key", json(person), '{"name":1}', bad('x["name"] is not a string')],
    ["an object with an unknown key", json(person), '{"name":"a","k":1}', bad('Argument "k" at x is unexpected')],
    ["not an object", json(person), "[]", bad("x is not a dict")],
    [
      "a list instead of an object within a list",
      json(boundedList(person, "names")),
      "[[]]",
      bad("x[0] is not a dict"),
    ],
    [
      "a text that is too long",
      textParameter(v.pipe(v.string(), v.maxLength(3))),
      "abcd",
      bad("x is too long (limit: 3 characters)"),
    ],
    [
      "a list that is too long",
      json(v.pipe(v.array(boundedText("name")), v.maxLength(2))),
      '["a","b","c"]',
      bad("x is too long (limit: 2 items)"),
    ],
    [
      "an object with too many keys",
      json(v.pipe(v.record(boundedText("name"), boundedText("name")), v.maxEntries(1))),
      '{"a":"b","c":"d"}',
      bad("x is too long (limit: 1 entries)"),
    ],
    ["a blank text", textParameter(v.pipe(boundedText("name"), v.minLength(1))), "", bad("x cannot be blank")],
    [
      "a value that fails a custom check",
      textParameter(
        v.pipe(
          boundedText("name"),
          v.check((s) => s === "a", "Only {} will do"),
        ),
      ),
      "b",
      bad("Only x will do"),
    ],
  ])("parses or refuses: %s", (_, parameter, raw, expected) => {
    expect(read(parameter as Parameters<typeof optional>[0], { x: raw })).toEqual(expected);
  });
});

describe("[security 15.1] a parameter", () => {
  test.each([
    ["a text", () => textParameter(v.string())],
    ["a list", () => json(v.array(v.number()))],
    ["a list of texts", () => json(v.pipe(v.array(v.string()), v.maxLength(3)))],
    ["a record", () => json(v.record(boundedText("name"), v.number()))],
    ["a text deep within", () => json(v.object({ a: v.optional(v.union([v.number(), v.object({ b: v.string() })])) }))],
    ["anything", () => json(v.unknown())],
  ])("cannot be declared without a limit: %s", (_, make) => expect(make).toThrow("a parameter has no limit"));

  test("is refused before it is parsed if it is far too long", () => {
    const list = json(boundedList(v.number(), "names"));
    expect(read(list, { x: `[${"1,".repeat(1_000_000)}1]` })).toBe(bad("x is too long (limit: 39008 characters)"));
  });
});

describe("parameters", () => {
  const subject = alias(text("name"), "subject", "old");

  test("can have older aliases", () => expect(read(subject, { subject: "a" })).toBe("a"));
  test("are refused if given under both the current and the older name", () =>
    expect(read(subject, { x: "a", subject: "b" })).toBe(
      "REQUEST_CONFUSING_VAR: Can't decide between 'x' and 'subject' arguments",
    ));
  test("are named in the error if they are missing", () =>
    expect(read(subject, {})).toBe("REQUEST_VARIABLE_MISSING: Missing 'x' argument"));
  test("can be omitted if they are optional, and then have their fallback", () =>
    expect(read(optional(integer, 5), {})).toBe(5));
  test("are validated even if they are optional", () =>
    expect(read(optional(integer, 5), { x: "a" })).toBe(bad("x is not valid JSON")));
  test("are checked for presence before their values are validated", () => {
    const both = { a: integer, b: text("name") };
    expect(() => readValues(both, new Map([["a", "zz"]]))).toThrow("Missing 'b' argument");
  });
});
