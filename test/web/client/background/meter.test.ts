import { expect, test } from "vitest";
import { summaryOf } from "../../../../src/web/client/background/meter.ts";

test("summaryOf returns the median and the 98th percentile", () => {
  const times = Array.from({ length: 100 }, (_, index) => 100 - index);
  expect(summaryOf(times)).toEqual({ median: 50, high: 98 });
  expect(summaryOf([7])).toEqual({ median: 7, high: 7 });
  expect(summaryOf([])).toBeUndefined();
});
