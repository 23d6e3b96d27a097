import { expect, test } from "vitest";
import { features } from "../src/features.ts";

test("no two features have one name, and every event kind has one key", () => {
  const names = features.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  const keys = features.flatMap(({ events = [] }) => events.map(({ kind }) => kind.key));
  expect(new Set(keys).size).toBe(keys.length);
});
