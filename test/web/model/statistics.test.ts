import { describe, expect, test } from "vitest";
import { type StatisticsDay, scaleFor, spansOf } from "../../../src/web/model/statistics.ts";

const FIRST = Date.UTC(2026, 0, 1);
const day = (index: number): StatisticsDay => ({
  date: new Date(FIRST + index * 86_400_000).toISOString().slice(0, 10),
  messages: { public_channels: 1, private_channels: 2, direct: 3, group_direct: index },
  messages_by_bots: 1,
  active_people: index % 2 === 0 ? { day: index, week: index, month: index } : null,
});
const days = (count: number) => Array.from({ length: count }, (_, index) => day(index));

describe("the bars of statistics", () => {
  test("are days where there are few, from the organization's first day on", () => {
    const spans = spansOf(days(10), FIRST / 1000 + 3 * 86_400 + 5);
    expect(spans.map(({ from }) => from)).toEqual(
      days(10)
        .slice(3)
        .map(({ date }) => date),
    );
    expect(spans.every(({ from, to }) => from === to)).toBe(true);
  });

  test("are weeks where there are many, counted from the end, and lose nothing", () => {
    const spans = spansOf(days(366), 0);
    expect(spans).toHaveLength(53);
    expect(spans[0]).toMatchObject({ from: "2026-01-01", to: "2026-01-02" });
    expect(spans.at(-1)).toMatchObject({ to: "2027-01-01", byBots: 7, messages: { public_channels: 7, direct: 21 } });
    expect(spans.reduce((sum, { messages }) => sum + messages.group_direct, 0)).toBe((365 * 366) / 2);
    // The last day of which it is known.
    expect(spans[0]?.people).toEqual({ day: 0, week: 0, month: 0 });
    expect(spansOf(days(731), 0)).toHaveLength(27);
  });

  test("there are none before there is a day", () => expect(spansOf([], 0)).toEqual([]));
});

test.each([
  [0, 5],
  [5, 5],
  [6, 10],
  [10, 10],
  [11, 20],
  [21, 50],
  [99, 100],
  [101, 200],
  [12_345, 20_000],
])("a scale for %i ends with %i", (most, end) => expect(scaleFor(most)).toBe(end));
