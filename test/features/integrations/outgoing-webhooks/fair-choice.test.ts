import { expect, test } from "vitest";
import {
  fairChoice,
  MAX_CONCURRENT_SERVICES,
} from "../../../../src/features/integrations/outgoing-webhooks/fair-choice.ts";
import type { UserId } from "../../../../src/protocol/ids.ts";

const calls = (owners: readonly number[]) => owners.map((owner, id) => ({ id, owner: owner as UserId }));
const chosen = (due: readonly number[], underWay: readonly number[] = []) =>
  fairChoice(calls(due), underWay as readonly UserId[]).map(({ id }) => id);

test("fairChoice leaves room for the calls of other owners", () => {
  expect(chosen([1, 1, 1, 1, 1, 1, 1, 1])).toEqual([0, 1, 2, 3]);
  expect(chosen([1, 1, 1, 2], [1, 1, 1, 1])).toEqual([3]);
  expect(chosen([1, 1], [1, 1, 1])).toEqual([0]);
});

test("fairChoice prefers owners with few calls in progress, and the earliest due call of each", () => {
  expect(chosen([1, 1, 1, 2, 3, 3])).toEqual([0, 3, 4, 1, 5, 2]);
  expect(chosen([1, 1, 2, 3], [1, 1, 1, 2])).toEqual([3, 2]);
});

test("fairChoice returns no more calls than there is room for", () => {
  expect(chosen([1, 2, 3, 4, 5, 6, 7, 8])).toHaveLength(MAX_CONCURRENT_SERVICES);
  expect(chosen([1], [2, 3, 4, 5, 6, 7])).toEqual([]);
  expect(chosen([], [1])).toEqual([]);
});
