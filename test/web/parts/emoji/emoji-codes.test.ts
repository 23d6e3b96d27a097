import { expect, test } from "vitest";
import { codesOf } from "../../../../src/web/parts/emoji/emoji-grid.ts";

test("codesOf decodes emoji codes stored as differences", () => {
  expect(codesOf("2r5s 3 -2+200d-1f32b -2r14")).toEqual(["1f600", "1f603", "1f601-200d-1f32b", "00a9"]);
});
