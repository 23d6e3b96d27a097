import { safeParse } from "valibot";
import { describe, expect, test } from "vitest";
import { narrowSchema, parseTerms } from "../../../../../src/features/messages/core/narrow/index.ts";
import { ApiError } from "../../../../../src/protocol/errors.ts";

const read = (wire: unknown) => {
  const result = safeParse(narrowSchema, wire);
  if (!result.success) throw new Error("not a narrow");
  return parseTerms(result.output);
};

const refusal = (wire: unknown) => {
  try {
    return read(wire);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { code: error.code, status: error.status, msg: error.message, desc: error.extra["desc"] };
  }
};

describe("[messages 5] a narrow term", () => {
  test.each([
    ["channel", 3, { operator: "channel", operand: 3 }],
    ["channel", "general", { operator: "channel", operand: "general" }],
    ["stream", "general", { operator: "channel", operand: "general" }],
    ["STREAM", "general", { operator: "channel", operand: "general" }],
    ["channels", "public", { operator: "channels", operand: "public" }],
    ["streams", "web-public", { operator: "channels", operand: "web-public" }],
    ["channels", "archived", { operator: "channels", operand: "archived" }],
    ["topic", " lunch ", { operator: "topic", operand: "lunch" }],
    ["topic", "", { operator: "topic", operand: "" }],
    ["topic", 2024, { operator: "topic", operand: "2024" }],
    ["subject", "lunch", { operator: "topic", operand: "lunch" }],
    ["dm", [8, 9], { operator: "dm", operand: [8, 9] }],
    ["dm", [], { operator: "dm", operand: [] }],
    ["dm", 8, { operator: "dm", operand: [8] }],
    ["dm", "", { operator: "dm", operand: [] }],
    ["dm", "a@x.org, b@x.org", { operator: "dm", operand: ["a@x.org", "b@x.org"] }],
    ["pm-with", "8,9", { operator: "dm", operand: [8, 9] }],
    ["pm_with", "a@x.org", { operator: "dm", operand: ["a@x.org"] }],
    ["dm-including", 8, { operator: "dm-including", operand: 8, groupsOnly: false }],
    ["group-pm-with", "a@x.org", { operator: "dm-including", operand: "a@x.org", groupsOnly: true }],
    ["sender", "me", { operator: "sender", operand: "me" }],
    ["sender", "12", { operator: "sender", operand: 12 }],
    ["from", "a@x.org", { operator: "sender", operand: "a@x.org" }],
    ["search", "two words", { operator: "search", operand: "two words" }],
    ["search", 42, { operator: "search", operand: "42" }],
    ["near", "15", { operator: "near", operand: 15 }],
    ["with", 15, { operator: "with", operand: 15 }],
    ["id", "15", { operator: "id", operand: 15 }],
    ["has", "reaction", { operator: "has", operand: "reaction" }],
    ["has", "images", { operator: "has", operand: "image" }],
    ["is", "dm", { operator: "is", operand: "dm" }],
    ["is", "private", { operator: "is", operand: "dm" }],
    ["is", "followed", { operator: "is", operand: "followed" }],
    ["in", "home", { operator: "in", operand: "home" }],
  ])("%s:%j is parsed", (operator, operand, expected) => {
    expect(read([{ operator, operand }])).toEqual([{ ...expected, negated: false }]);
    expect(read([[operator, operand]])).toEqual([{ ...expected, negated: false }]);
    if (expected.operator !== "near" && expected.operator !== "with") {
      expect(read([{ operator, operand, negated: true }])).toEqual([{ ...expected, negated: true }]);
    }
  });

  test.each([
    ["sparkle", "x", "unknown operator sparkle"],
    ["toString", "x", "unknown operator toString"],
    ["channel", [1], "unknown channel 1"],
    ["channels", "private", "unknown channels operand private"],
    ["topic", [1], "unknown 'topic' operand 1"],
    ["sender", [1, 2], "unknown user 1,2"],
    ["search", [1], "unknown 'search' operand 1"],
    ["near", "here", "unknown 'near' operand here"],
    ["id", "first", "unknown 'id' operand first"],
    ["with", "it", "Invalid 'with' operator"],
    ["has", "fun", "unknown 'has' operand fun"],
    ["is", "fun", "unknown 'is' operand fun"],
    ["is", 3, "unknown 'is' operand 3"],
    ["in", "office", "unknown 'in' operand office"],
  ])("%s:%j is refused", (operator, operand, desc) => {
    const expected = { code: "BAD_NARROW", status: 400, msg: `Invalid narrow operator: ${desc}`, desc };
    expect(refusal([{ operator, operand }])).toEqual(expected);
    expect(refusal([[operator, operand]])).toEqual(expected);
  });

  test("near and with cannot be negated", () => {
    for (const operator of ["near", "with"]) {
      const desc = `'${operator}' cannot be negated`;
      expect(refusal([{ operator, operand: 1, negated: true }])).toMatchObject({ code: "BAD_NARROW", desc });
    }
  });

  test("with can occur only once in a narrow", () => {
    const desc = "Duplicate 'with' operators.";
    expect(
      refusal([
        ["with", 1],
        ["with", 1],
      ]),
    ).toMatchObject({
      code: "BAD_NARROW",
      msg: `Invalid narrow operator combination: ${desc}`,
      desc,
    });
  });

  test("is refused if the narrow has more terms than D1 allows", () => {
    const terms = Array.from({ length: 21 }, (_, index) => ["topic", `t${index}`]);
    expect(read(terms.slice(1))).toHaveLength(20);
    expect(refusal(terms)).toMatchObject({ code: "BAD_NARROW" });
  });

  test.each([
    ["text"],
    [[["is"]]],
    [[["is", "dm", "x"]]],
    [[{ operator: "is" }]],
    [[{ operator: 3, operand: "x" }]],
    [[["id", 1.5]]],
  ])("%j is not a narrow", (wire) => expect(safeParse(narrowSchema, wire).success).toBe(false));
});
