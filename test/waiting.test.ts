import { expect, test } from "vitest";
import { readTexts } from "./support/read-texts.ts";

test("tests wait with until(), never with functions that give up after a second", () => {
  const tests = readTexts(import.meta.dirname, "./**/*.ts", "!./waiting.test.ts", "!./support/until.ts");
  expect(Object.keys(tests).length).toBeGreaterThan(800);
  expect(Object.entries(tests).flatMap(([path, text]) => (/\bvi\.wait(For|Until)\b/.test(text) ? [path] : []))).toEqual(
    [],
  );
});
