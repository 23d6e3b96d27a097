import { expect, test } from "vitest";
import {
  after,
  before,
  DAY,
  DAY_MS,
  days,
  inMilliseconds,
  inSeconds,
  seconds,
  toWholeSeconds,
} from "../../src/util/time.ts";

const noon = seconds(1_700_000_000);

test("after and before accept only a time and a duration in the same unit", () => {
  expect(before(after(noon, DAY), days(1))).toBe(noon);
  // @ts-expect-error: seconds and milliseconds do not add up.
  after(noon, DAY_MS);
  // @ts-expect-error: what is in milliseconds does not become seconds by being called so.
  seconds(DAY_MS);
});

test("seconds and milliseconds can be converted into each other", () => {
  expect(inMilliseconds(DAY)).toBe(DAY_MS);
  const later = after(inMilliseconds(noon), inMilliseconds(seconds(0.25)));
  expect(inSeconds(later)).toBe(noon + 0.25);
  expect(toWholeSeconds(later)).toBe(noon);
});
