import { expect, test } from "vitest";
import { Random } from "../../process/support/random.ts";
import { walk } from "./walk.ts";

/** Walks that once made a client miss events, by seed and steps. */
const WALKS: readonly [seed: number, steps: number][] = [
  // The object is evicted at once, and again just after the stream became full.
  [875862821, 11],
];

test.each(WALKS)("a random walk that once lost events delivers all of them: %i", async (seed, steps) => {
  expect(await walk(new Random(seed), steps)).toBe(steps);
});
