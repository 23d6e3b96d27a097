import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { machineClock } from "../../src/util/clock.ts";
import { Deadlines } from "../../src/util/deadlines.ts";
import { milliseconds } from "../../src/util/time.ts";

describe("Deadlines", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  const noted = () => {
    const deadlines = new Deadlines(machineClock);
    const start = Date.now();
    const passed: [string, number][] = [];
    const wait = (ms: number, name: string) =>
      deadlines.after(milliseconds(ms), () => passed.push([name, Date.now() - start]));
    return { wait, passed };
  };

  test("fires each deadline in time, at most a quarter of a second late", () => {
    const { wait, passed } = noted();
    const wanted: Record<string, number> = { c: 3000, a: 10, b: 1500, b2: 1500, d: 50_000 };
    for (const [name, ms] of Object.entries(wanted)) wait(ms, name);
    vi.advanceTimersByTime(60_000);
    expect(passed.map(([name]) => name)).toEqual(["a", "b", "b2", "c", "d"]);
    for (const [name, at] of passed) {
      expect(at - (wanted[name] ?? 0)).toBeGreaterThanOrEqual(0);
      expect(at - (wanted[name] ?? 0)).toBeLessThan(251);
    }
  });

  test("does not fire a canceled deadline, but fires the others", () => {
    const { wait, passed } = noted();
    const callOff = wait(1000, "called off");
    wait(2000, "kept");
    callOff();
    vi.advanceTimersByTime(5000);
    expect(passed.map(([name]) => name)).toEqual(["kept"]);
  });

  test("fires the other deadlines in time if one throws", () => {
    const { wait, passed } = noted();
    const deadlines = new Deadlines(machineClock);
    const at = (ms: number, name: string) => deadlines.after(milliseconds(ms), () => passed.push([name, ms]));
    deadlines.after(milliseconds(1000), () => {
      throw new Error("x");
    });
    at(1000, "at the same moment");
    at(2000, "later");
    wait(3000, "of others");
    expect(() => vi.advanceTimersByTime(5000)).toThrow("x");
    vi.advanceTimersByTime(5000);
    expect(passed.map(([name]) => name)).toEqual(["at the same moment", "later", "of others"]);
  });

  test("fires in time even if the computer's clock is set back", () => {
    const { wait, passed } = noted();
    wait(1000, "first");
    wait(30_000, "second");
    vi.advanceTimersByTime(500);
    vi.setSystemTime(Date.now() - 1_800_000);
    vi.advanceTimersByTime(1500);
    wait(5000, "third");
    expect(passed.map(([name]) => name)).toEqual(["first"]);
    vi.advanceTimersByTime(30_000);
    expect(passed.map(([name]) => name)).toEqual(["first", "third", "second"]);
  });

  test("uses one timer for more than ten thousand deadlines, and none after the last one", () => {
    const { wait, passed } = noted();
    const some = Array.from({ length: 12_000 }, (_, index) => wait(40_000 + index, `${index}`));
    expect(vi.getTimerCount()).toBe(1);
    for (const callOff of some.slice(1)) callOff();
    expect(vi.getTimerCount()).toBe(1);
    some[0]?.();
    expect(vi.getTimerCount()).toBe(0);
    expect(passed).toEqual([]);
  });
});
