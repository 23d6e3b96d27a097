import { expect, test, vi } from "vitest";
import { watchClock } from "../../../src/cli/server/command.ts";

test("watchClock reports how far the clock was set back, once per change, and ignores forward jumps", () => {
  vi.useFakeTimers();
  try {
    let [wall, steady] = [1_800_000_000_000, 5000];
    const told: number[] = [];
    const second = (ms = 1000) => {
      steady += 1000;
      wall += ms;
      vi.advanceTimersByTime(1000);
    };
    const stop = watchClock((ms) => told.push(ms), { wall: () => wall, steady: () => steady });
    for (const ms of [1000, 600, 1400, 10_801_000, 1000]) second(ms);
    expect(told).toEqual([]);
    second(1000 - 1_800_000);
    second();
    second(600_000);
    expect(told).toEqual([1_800_000]);
    second(-2000);
    expect(told).toEqual([1_800_000, 3000]);
    stop();
    second(-1_000_000);
    expect(told).toHaveLength(2);
  } finally {
    vi.useRealTimers();
  }
});
