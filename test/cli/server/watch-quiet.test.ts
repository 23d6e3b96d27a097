import { expect, test, vi } from "vitest";
import { watchQuiet } from "../../../src/cli/server/watch-quiet.ts";

test("watchQuiet calls back once after the start and after each busy period, in the first two quiet seconds", () => {
  vi.useFakeTimers();
  try {
    let [cpu, calls] = [700, 0];
    const stop = watchQuiet(
      () => (calls += 1),
      () => cpu,
    );
    const twoSeconds = (ms: number) => {
      cpu += ms;
      vi.advanceTimersByTime(2000);
      return calls;
    };
    expect([80, 80, 1, 1].map(twoSeconds)).toEqual([0, 0, 1, 1]);
    expect([100, 100, 1, 1]).toSatisfy((all: number[]) => all.map(twoSeconds).every((each) => each === 1));
    expect([300, 300, 300, 9, 9, 600, 600, 11, 9].map(twoSeconds)).toEqual([1, 1, 1, 2, 2, 2, 2, 2, 3]);
    stop();
    expect([2000, 1].map(twoSeconds)).toEqual([3, 3]);
  } finally {
    vi.useRealTimers();
  }
});
