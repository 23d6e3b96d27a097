import { expect, test } from "vitest";
import { NearNumbers } from "../../../src/realm/events/queue-table/near-numbers.ts";

const NOW = 1_795_450_423_123;
const WEEK = 7 * 86_400_000;

const read = (numbers: NearNumbers, count: number) => Array.from({ length: count }, (_, at) => numbers.at(at));

test.for<[string, number[], number]>([
  ["small numbers", [0, 1, 5, 2 ** 32 - 1], 4],
  ["times within some weeks", [NOW, NOW - 3 * WEEK, NOW + 3 * WEEK], 4],
  ["a time and an empty slot", [NOW, 0], 8],
  ["a number too far above the others", [7, 2 ** 32 + 7], 8],
  ["numbers that exceed four bytes", [2 ** 40, 2 ** 40 + 9, 2 ** 40 - 9], 4],
  ["fractions", [1.5, 2], 8],
  ["negative numbers", [3, -1], 8],
  ["the largest number", [0, Number.MAX_SAFE_INTEGER], 8],
])("NearNumbers stores values exactly: %s", ([, values, each]) => {
  const numbers = new NearNumbers(values.length);
  for (const [at, value] of values.entries()) numbers.set(at, value);
  expect(read(numbers, values.length)).toEqual(values);
  for (const [at, value] of values.toReversed().entries()) numbers.set(at, value);
  expect(read(numbers, values.length)).toEqual(values.toReversed());
  expect(numbers.bytes).toBe(each * values.length);
});

test.for([1, 2 ** 33, NOW])("NearNumbers reads newly grown slots as 0 next to %i", (value) => {
  const numbers = new NearNumbers(0);
  numbers.grow(1);
  numbers.set(0, value);
  numbers.grow(3);
  expect(read(numbers, 3)).toEqual([value, 0, 0]);
  numbers.set(2, value + 1);
  expect(read(numbers, 3)).toEqual([value, 0, value + 1]);
});
