import { describe, expect, test } from "vitest";
import { pageOfRows } from "../../../../../src/features/messages/core/narrow/page-of-rows.ts";
import {
  type DateAnchor,
  parseRange,
  type RangeParameters,
} from "../../../../../src/features/messages/core/narrow/range.ts";
import { seconds } from "../../../../../src/util/time.ts";

const HUGE = 10_000_000_000_000_000;
const sides = { num_before: 3, num_after: 4 };

describe("[messages 4] the range of a page", () => {
  test.each<[RangeParameters, number | "first_unread" | DateAnchor]>([
    [{ anchor: "newest" }, HUGE],
    [{ anchor: "oldest" }, 0],
    [{ anchor: "first_unread" }, "first_unread"],
    [{ anchor: "57" }, 57],
    [{ anchor: "-57" }, 0],
    [{ anchor: "10000000000000000" }, HUGE],
    [{ anchor: "99999999999999999999" }, HUGE],
    [{ use_first_unread_anchor: true }, "first_unread"],
    [{ anchor: "0", use_first_unread_anchor: true }, "first_unread"],
    [
      { anchor: "date", anchor_date: "1970-01-02" },
      { sentFrom: seconds(86_400), firstId: 0 },
    ],
    [{ anchor: "12", anchor_date: "soon" }, 12],
    [{ anchor: "12", use_first_unread_anchor: false }, 12],
  ])("is parsed from %j", (params, anchor) => {
    expect(parseRange({ ...params, ...sides })).toEqual({
      kind: "around",
      anchor,
      before: 3,
      after: 4,
      includeAnchor: true,
    });
  });

  test("can exclude the anchor only at an end", () => {
    const range = { anchor: "5", include_anchor: false };
    expect(parseRange({ ...range, num_before: 0, num_after: 2 })).toMatchObject({ includeAnchor: false });
    expect(() => parseRange({ ...range, ...sides })).toThrow("The anchor can only be excluded at an end of the range");
  });

  test("cannot combine message_ids with other parameters", () => {
    expect(parseRange({ message_ids: [3, 1, 3] })).toEqual({ kind: "listed", ids: [3, 1] });
    expect(parseRange({ message_ids: [], use_first_unread_anchor: false })).toEqual({ kind: "listed", ids: [] });
    for (const other of [
      { anchor: "1" },
      { num_before: 0 },
      { num_after: 0 },
      { include_anchor: true },
      { use_first_unread_anchor: true },
    ]) {
      expect(() => parseRange({ message_ids: [1], ...other })).toThrow(
        `Unsupported parameter combination: message_ids, ${Object.keys(other)}`,
      );
    }
  });

  test.each<[RangeParameters, string]>([
    [sides, "Missing 'anchor' argument."],
    [{ ...sides, anchor: "soon" }, "Invalid anchor"],
    [{ ...sides, anchor: "1.5" }, "Invalid anchor"],
    [{ ...sides, anchor: "" }, "Invalid anchor"],
    [{ anchor: "1", num_after: 1 }, "Missing 'num_before' argument"],
    [{ anchor: "1", num_before: 1 }, "Missing 'num_after' argument"],
    [{ anchor: "1", num_before: 5000, num_after: 1 }, "Too many messages requested (maximum 5000)."],
  ])("is refused for %j", (params, message) => expect(() => parseRange(params)).toThrow(message));
});

describe("[messages 4] pageOfRows", () => {
  const around = (anchor: number | "first_unread", before: number, after: number) =>
    ({ kind: "around", anchor, before, after, includeAnchor: true }) as const;
  const rows = (anchor: number, ...ids: (number | null)[]) => ids.map((id) => ({ anchor, id }));
  const ids = (page: ReturnType<typeof pageOfRows>) => page.rows.map(({ id }) => id);

  test("puts the anchor beyond all messages if none is unread", () => {
    expect(pageOfRows({ range: around("first_unread", 2, 2) }, rows(2 ** 32, 1, 2))).toMatchObject({
      anchor: HUGE,
      found_anchor: false,
      found_oldest: false,
      found_newest: true,
    });
  });

  test("omits messages beyond the requested number", () => {
    const page = pageOfRows({ range: around(5, 1, 1) }, rows(5, 4, 6, 7));
    expect(ids(page)).toEqual([4, 6]);
    expect(page).toMatchObject({ found_anchor: false, found_oldest: false, found_newest: false });
  });

  test("can be empty", () => {
    expect(pageOfRows({ range: around(0, 0, 1) }, rows(0, null))).toEqual({
      rows: [],
      anchor: 0,
      found_anchor: false,
      found_oldest: true,
      found_newest: true,
      history_limited: false,
    });
  });
});
