import { expect, test } from "vitest";
import { features } from "../src/features.ts";

test("feature names and the keys of event kinds are unique", () => {
  const names = features.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  const keys = features.flatMap(({ events = [] }) => events.map(({ kind }) => kind.key));
  expect(new Set(keys).size).toBe(keys.length);
});
