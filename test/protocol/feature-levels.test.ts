import { expect, test } from "vitest";
import { subscriptionEndpoints } from "../../src/features/channels/subscriptions/endpoints.ts";
import { readTimeMark } from "../../src/markup/parse/times.ts";

// What changes when a newer feature level is announced.

const NOW = Date.UTC(2026, 10, 26);
const at = (written: string) => [500, 503].map((level) => readTimeMark(written, NOW, level) ?? null);

test.each([
  ["2017-06-05", "2017-06-05T00:00:00Z"],
  ["2017-06-05T22:30", "2017-06-05T22:30:00Z"],
  ["2017-06-05T22:30:15.25Z", "2017-06-05T22:30:15Z"],
  ["2017-06-05 22:30:00+02:00", "2017-06-05T20:30:00Z"],
  ["2017-06-05T22:30-0130", "2017-06-06T00:00:00Z"],
  ["20171231", "2017-12-31T00:00:00Z"],
  ["20200305T1030Z", "2020-03-05T10:30:00Z"],
])("<time:%s> is a time both before and after level 503", (written, datetime) => {
  expect(at(written)).toEqual([datetime, datetime]);
});

test.each([
  ["1496701800", "2017-06-05T22:30:00Z"],
  ["31 Dec 2017", "2017-12-31T00:00:00Z"],
  ["Jun 5th 2017, 10:30PM", "2017-06-05T22:30:00Z"],
  ["2017-06-05T22:30 PST", "2017-06-06T06:30:00Z"],
])("<time:%s> is a time before level 503, and text from then on", (written, datetime) => {
  expect(at(written)).toEqual([datetime, null]);
});

test.each(["2017-W05-3", "2017-06", "", "tomorrow evening"])("<time:%s> is always text", (written) => {
  expect(at(written)).toEqual([null, null]);
});

test("subscribing and unsubscribing in one request is no longer possible from level 512 on", () => {
  const route = "PATCH /users/me/subscriptions";
  const has = (level: number) => subscriptionEndpoints(level).some((endpoint) => endpoint.route === route);
  expect([500, 511, 512].map(has)).toEqual([true, true, false]);
  const others = (level: number) => subscriptionEndpoints(level).map((endpoint) => endpoint.route);
  expect(others(500).filter((one) => one !== route)).toEqual(others(512));
});
