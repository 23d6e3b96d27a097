import { expect, test } from "vitest";
import { PollPace } from "../../../src/realm/events/poll-pace.ts";
import { milliseconds } from "../../../src/util/time.ts";

/** A PollPace with a clock that the test sets. */
function paceAt(start: number) {
  const time = { now: start };
  const pace = new PollPace({ milliseconds: () => milliseconds(time.now) });
  return { pace, time };
}

test("polls are woken at once while fewer return than an object can serve", () => {
  const { pace } = paceAt(50_000);
  expect(pace.pause()).toBe(0);
  pace.answered(600);
  expect(pace.pause()).toBe(0);
  pace.answered(399);
  expect(pace.pause()).toBe(0);
});

test("when too many polls return, events wait up to 0.5 s, but no longer than 1 s after the first poll", () => {
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
