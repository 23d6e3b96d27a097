import { describe, expect, test } from "vitest";
import { type StatisticsDay, scaleFor, spansOf } from "../../../../src/web/model/organization/statistics.ts";

const FIRST = Date.UTC(2026, 0, 1);
const day = (index: number): StatisticsDay => ({
  date: new Date(FIRST + index * 86_400_000).toISOString().slice(0, 10),
  messages: { public_channels: 1, private_channels: 2, direct: 3, group_direct: index },
  messages_by_bots: 1,
  active_people: index % 2 === 0 ? { day: index, week: index, month: index } : null,
});
const days = (count: number) => Array.from({ length: count }, (_, index) => day(index));

describe("statistics bars", () => {
  test("are days for short ranges, starting with the organization's first day", () => {
    const spans = spansOf(days(10), FIRST / 1000 + 3 * 86_400 + 5);
    expect(spans.map(({ from }) => from)).toEqual(
      days(10)
        .slice(3)
        .map(({ date }) => date),
    );
    expect(spans.every(({ from, to }) => from === to)).toBe(true);
  });

  test("are whole weeks for long ranges, counted back from the last day", () => {
    const spans = spansOf(days(366), 0);
    expect(spans).toHaveLength(52);
    expect(spans[0]).toMatchObject({ from: "2026-01-03", to: "2026-01-09" });
    expect(spans.at(-1)).toMatchObject({ to: "2027-01-01", byBots: 7, messages: { public_channels: 7, direct: 21 } });
    expect(spans[0]?.people).toEqual({ day: 8, week: 8, month: 8 });
    expect(spansOf(days(731), 0)).toHaveLength(26);
    expect(
      spansOf(
        days(1).map((one) => ({ ...one, active_people: null })),
        0,
      )[0]?.people,
    ).toBeNull();
  });

  test("are empty before the first day", () => expect(spansOf([], 0)).toEqual([]));
});

test.each([
  [0, 5],
  [5, 5],
  [6, 6],
  [7, 8],
  [11, 20],
  [21, 30],
  [99, 100],
  [101, 200],
  [258, 300],
  [62_345, 80_000],
])("scaleFor a maximum of %i ends at %i", (most, end) => expect(scaleFor(most)).toBe(end));
