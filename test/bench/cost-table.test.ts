import { expect, test } from "vitest";
import { billTable, dollarsOf, tightest } from "../../bench/cost/bill.ts";
import { FREE_REQUEST, PRICES_READ, prices } from "../../bench/cost/prices.ts";
import recordedJson from "../../bench/cost/recorded.json";
import type { Recorded } from "../../bench/cost/recorded.ts";
import { type Usage, usageOfDay } from "../../bench/cost/usage.ts";
import { transports } from "../../bench/cost/working-day.ts";
import { readTexts } from "../support/read-texts.ts";

const recorded: Recorded = recordedJson;
const documents = readTexts(import.meta.dirname, "../../docs/scale.md");
const nothing = Object.fromEntries(Object.keys(prices).map((name) => [name, 0])) as unknown as Usage;

test("the cost table of docs/scale.md matches the recorded counts", () => {
  const size = documents["../../docs/scale.md"] ?? "";
  expect(size).toContain(billTable(recorded));
  expect(size).toContain(PRICES_READ);
});

test("dollarsOf bills only usage beyond the plan's allowances, each kind at its own price", () => {
  expect(dollarsOf(nothing)).toBe(5);
  // 22 working days: 33 million requests. Ten million are included.
  expect(dollarsOf({ ...nothing, requests: 1.5e6 })).toBeCloseTo(5 + 23 * 0.3);
  expect(dollarsOf({ ...nothing, object_requests: 1e6, rows_written: 5e6 })).toBeCloseTo(5 + 21 * 0.15 + 60 * 1);
});

test("tightest returns the free plan limit with the highest usage", () => {
  expect(tightest({ ...nothing, requests: 50_000, rows_written: 70_000 })).toEqual({
    share: 0.7,
    words: "rows written by objects",
  });
});

test("a team of thirty needs less than half of the free plan with streams, and fits within it with polls", () => {
  expect(tightest(usageOfDay(recorded, 30, "streams")).share).toBeLessThan(0.5);
  expect(tightest(usageOfDay(recorded, 30, "polls")).share).toBeLessThan(1);
});

test("idle polls and pings write no rows, and few requests write log lines", () => {
  const { acts } = recorded;
  expect(acts["poll, nothing comes"].rows_written).toBeLessThan(0.2);
  expect(acts.ping.rows_written).toBeLessThan(0.2);
  expect(acts["register, 500 people"].rows_read).toBeLessThan(2 * acts.register.rows_read);
  for (const transport of transports) {
    const { log_lines, requests } = usageOfDay(recorded, 500, transport);
    expect(log_lines / requests).toBeLessThan(0.05);
  }
});

test("nothing a user does in a typical working day takes more than half the free plan's CPU limit per request", () => {
  // Cloudflare's machines hash a password in about 50 ms.
  for (const [name, { worker_ms }] of Object.entries(recorded.acts)) {
    expect((worker_ms * 50) / recorded.hash_ms, name).toBeLessThan(FREE_REQUEST.cpu_ms / 2);
  }
});
