import { expect, test } from "vitest";
import { walk } from "../torture/streams/walk.ts";
import { Random } from "./support/random.ts";

/** Walks in which a client once did not get every event, by their seeds and steps. */
const WALKS: readonly [seed: number, steps: number][] = [
  // The object leaves memory at once, and again just after the stream has become full.
  [875862821, 11],
];

test.each(WALKS)("a walk that once lost events brings all of them: %i", async (seed, steps) => {
  expect(await walk(new Random(seed), steps)).toBe(steps);
});
