import { expect, test } from "vitest";
import { PollPace } from "../../../src/realm/events/poll-pace.ts";
import { milliseconds } from "../../../src/util/time.ts";

/** A pace, at a time that a test sets. */
function paceAt(start: number) {
  const time = { now: start };
  const pace = new PollPace({ milliseconds: () => milliseconds(time.now) });
  return { pace, time };
}

test("polls are woken at once while fewer come back than an object can answer", () => {
  const { pace } = paceAt(50_000);
  expect(pace.pause()).toBe(0);
  pace.answered(600);
  expect(pace.pause()).toBe(0);
  pace.answered(399);
  expect(pace.pause()).toBe(0);
});

test("where more come back, an event waits half a second at most, and no longer than a second after the first answers", () => {
  const { pace, time } = paceAt(50_000);
  pace.answered(1000);
  expect(pace.pause()).toBe(500);
  time.now += 700;
  expect(pace.pause()).toBe(300);
  time.now += 300;
  expect(pace.pause()).toBe(0);
  pace.answered(10);
  expect(pace.pause()).toBe(0);
});
