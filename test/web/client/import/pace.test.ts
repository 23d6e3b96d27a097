import { expect, test } from "vitest";
import { Pace } from "../../../../src/web/client/import/upload-parts.ts";

const paceOf = (...marks: readonly (readonly [at: number, done: number])[]) => {
  const pace = new Pace();
  for (const [at, done] of marks) pace.mark(done, at);
  return pace;
};

test.each([
  ["without any progress", [], undefined],
  [
    "just after the start",
    [
      [0, 0],
      [1000, 50],
    ],
    undefined,
  ],
  [
    "it goes steadily",
    [
      [0, 0],
      [5000, 50],
      [10_000, 100],
    ],
    90,
  ],
  [
    "nothing moves",
    [
      [0, 10],
      [60_000, 10],
    ],
    undefined,
  ],
  [
    "it was fast once, and is slow now",
    [
      [0, 0],
      [1000, 500],
      [40_000, 600],
      [60_000, 700],
      [90_000, 800],
    ],
    50,
  ],
  [
    "it began anew",
    [
      [0, 900],
      [5000, 0],
      [10_000, 100],
    ],
    45,
  ],
] as const)("paceOf estimates the remaining time from recent progress: %s", (_, marks, seconds) => {
  expect(paceOf(...marks).secondsTo(1000)).toBe(seconds);
});
