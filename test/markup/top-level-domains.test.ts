import { expect, test } from "vitest";
import { topLevelDomains } from "../../src/markup/parse/inline/bare-link.ts";

test("topLevelDomains has every top-level domain, in lowercase and its own script, except file extensions", () => {
  const known = topLevelDomains();
  expect(known.size).toBeGreaterThan(1400);
  expect([...known].filter((name) => name !== name.toLowerCase() || name.startsWith("xn--"))).toEqual([]);
  expect(["com", "org", "museum", "한국"].every((name) => known.has(name))).toBe(true);
  expect(["java", "md", "mov", "py", "zip"].filter((name) => known.has(name))).toEqual([]);
});
