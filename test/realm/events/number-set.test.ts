import { expect, test } from "vitest";
import {
  decodeSet,
  differenceFrom,
  differing,
  encodedLength,
  encodeSet,
  includes,
  membersAmong,
  type NumberSet,
  setAmong,
  setOf,
} from "../../../src/realm/events/number-set.ts";
import { Random } from "../../process/support/random.ts";

const members = (set: NumberSet, all: Iterable<number>) => [...all].filter((number) => includes(set, number));

/** Random ascending numbers up to a bound. */
const some = (random: Random, below: number, each: number) =>
  Uint32Array.from([...Array(below).keys()].map((number) => number + 1).filter(() => random.below(each) === 0));

test("setOf, setAmong and differenceFrom contain exactly the given numbers among the candidates", () => {
  const random = new Random(7);
  for (let round = 0; round < 300; round++) {
    const all = some(random, 1 + random.below(200), 1 + random.below(4));
    const each = 1 + random.below(5);
    const numbers = all.filter(() => random.below(each) === 0);
    const exact = setOf(numbers);
    expect(members(exact, Array(202).keys())).toEqual([...numbers]);
    const among = setAmong(numbers, all);
    expect(members(among, all)).toEqual([...numbers]);
    expect([...membersAmong(among, all)]).toEqual([...numbers]);
    expect(among.length).toBeLessThanOrEqual(exact.length);
    // Nothing above the last number, which may be a queue that starts later.
    expect(among.every((edge) => edge <= (all.at(-1) ?? 0) + 1)).toBe(true);

    const base = setOf(some(random, 200, 1 + random.below(4)));
    const difference = differenceFrom(base, numbers, all);
    expect(members(differing(base, difference), all)).toEqual([...numbers]);
    expect(all.filter((number) => includes(base, number) !== includes(difference, number))).toEqual(numbers);
    expect(differing(differing(base, exact), exact)).toEqual(base);
  }
});

test("a number set survives encoding", () => {
  const random = new Random(8);
  for (let round = 0; round < 200; round++) {
    const numbers = some(random, 100, 3).map((number) => number * 2 ** random.below(25));
    const set = setOf(Uint32Array.from(new Set(numbers)).sort());
    const bytes = encodeSet(set);
    expect(decodeSet(bytes)).toEqual(set);
    expect(bytes).toHaveLength(encodedLength(set));
  }
  expect(decodeSet(encodeSet(setOf([0xfffffffd])))).toEqual(setOf([0xfffffffd]));
});

test("decodeSet returns null for invalid bytes", () => {
  for (const bytes of [[1], [1, 128], [128], [255, 255, 255, 255, 255, 1, 1]]) {
    expect(decodeSet(Uint8Array.from(bytes))).toBeNull();
  }
});

test("a set of many numbers without gaps is encoded in a few bytes", () => {
  const all = Uint32Array.from({ length: 50_000 }, (_, index) => index * 3 + 1);
  expect(encodedLength(setAmong(all, all))).toBeLessThan(6);
  expect(
    encodedLength(
      setAmong(
        all.filter((number) => number !== 30_001),
        all,
      ),
    ),
  ).toBeLessThan(12);
});
