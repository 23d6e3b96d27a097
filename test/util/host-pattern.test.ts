import { expect, test } from "vitest";
import { matchesHost } from "../../src/util/host-pattern.ts";

test.each([
  ["a.example", "a.example", true],
  ["a.example", "b.a.example", false],
  ["*.a.example", "b.a.example", true],
  ["*.a.example", "c.b.a.example", true],
  ["*.a.example", "a.example", false],
  ["*.a.example", "ba.example", false],
  ["*.a.example", ".a.example", false],
])("matchesHost(%s, %s) is %s", (pattern, hostname, matches) => {
  expect(matchesHost(pattern, hostname)).toBe(matches);
});
