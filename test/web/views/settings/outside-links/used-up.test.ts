import { expect, test } from "vitest";
import type { ManagedLink } from "../../../../../src/web/model/state.ts";
import { isUsedUp } from "../../../../../src/web/views/settings/outside-links/used-up.ts";

const link = (max_people: number, gone: ManagedLink["people"][number]["gone"][], ended_at: number | null = null) => ({
  ...{ max_people, ended_at, kept: 0 },
  people: gone.map((one, user_id) => ({
    ...{ user_id, entered_at: 1, last_active: null, wants_to_stay: null },
    gone: one,
  })),
});
const left = (count: number) => Array<"left">(count).fill("left");

test("an open link is used up once more than 20 people have left, because only 20 places become free again", () => {
  expect(isUsedUp(link(1, left(20)))).toBe(false);
  expect(isUsedUp(link(1, left(21)))).toBe(true);
  expect(isUsedUp(link(1, left(21), 5))).toBe(false);
  expect(isUsedUp(link(3, [...left(21), null]))).toBe(false);
  expect(isUsedUp(link(3, [...left(21), null, "removed"]))).toBe(true);
  expect(isUsedUp({ ...link(3, [...left(21), null]), kept: 1 })).toBe(true);
});

test("a link whose places are all taken is not used up", () => {
  expect(isUsedUp(link(1, [null]))).toBe(false);
  expect(isUsedUp(link(2, [...left(25), "removed", null]))).toBe(false);
});
