import { expect, test } from "vitest";
import { Sorter } from "../../src/converters/sort.ts";
import { gathered } from "../support/gathered.ts";
import { memorySpool } from "../support/memory-spool.ts";

/** A reproducible sequence of scattered numbers. */
const scattered = (count: number) => Array.from({ length: count }, (_, index) => (index * 7919) % 1009);

test("a few rows are sorted by time, then by their tiebreaker, then in their original order", async () => {
  const sorter = new Sorter<string>(memorySpool);
  for (const [time, tie, row] of [
    [2, 0, "d"],
    [1, 5, "b"],
    [1, 5, "c"],
    [1, 1, "a"],
    [2, 0, "e"],
  ] as const)
    await sorter.add(time, tie, row);
  expect(await gathered(sorter.rows())).toEqual(["a", "b", "c", "d", "e"]);
  expect(sorter.count).toBe(5);
});

test("more rows than fit in memory are sorted the same, on every read", async () => {
  const sorter = new Sorter<{ time: number; came: number; text: string }>(memorySpool);
  const times = scattered(6000);
  for (const [came, time] of times.entries()) await sorter.add(time, 0, { time, came, text: "x".repeat(8000) });
  const expected = times.map((time, came) => ({ time, came })).sort((a, b) => a.time - b.time || a.came - b.came);
  for (let round = 0; round < 2; round++) {
    const read = await gathered(sorter.rows());
    expect(read.map(({ time, came }) => ({ time, came }))).toEqual(expected);
  }
});
