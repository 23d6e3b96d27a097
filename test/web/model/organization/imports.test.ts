import { expect, test } from "vitest";
import {
  countsByName,
  type Import,
  isTakenBack,
  lastDoneOf,
  unfinishedOf,
} from "../../../../src/web/model/organization/imports.ts";

const importIn = (id: number, state: Import["state"], started_at: number | null = null): Import => ({
  ...{ id, state, started_at, size: 1, part_bytes: 1, parts: 1, parts_received: 1, missing_parts: [] },
  ...{ phase: null, done: 0, total: 0, created_at: 0, ended_at: null, error: null, report: null },
});
const all = (...imports: Import[]) => ({ imports, has_messages: false });

test("unfinishedOf returns an import that has not ended", () => {
  expect(unfinishedOf(all(importIn(1, "cancelled"), importIn(2, "failed"), importIn(3, "done")))?.id).toBe(2);
  expect(unfinishedOf(all(importIn(1, "done"), importIn(2, "cancelled")))).toBeUndefined();
});

test("lastDoneOf returns the newest of the completed imports", () => {
  expect(lastDoneOf(all(importIn(4, "done"), importIn(2, "done"), importIn(5, "cancelled")))?.id).toBe(4);
});

test("isTakenBack is true only if the last import was canceled after changing something", () => {
  expect(isTakenBack(all(importIn(1, "cancelled", 5)))).toBe(true);
  expect(isTakenBack(all(importIn(1, "cancelled", 5), importIn(2, "cancelled")))).toBe(false);
  expect(isTakenBack(all())).toBe(false);
});

test("countsByName sums kinds that share a name", () => {
  const counts = { users: { in: 3, out: 3 }, boats: { in: 5, out: 4 }, sails: { in: 2, out: 2 } };
  expect(countsByName(counts, (kind) => (kind === "users" ? "People" : "Other things"))).toEqual({
    People: { in: 3, out: 3 },
    "Other things": { in: 7, out: 6 },
  });
});
