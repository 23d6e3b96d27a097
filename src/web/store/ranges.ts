import type { MessageId } from "../model/ids.ts";

/** A part of a feed without a gap: all messages of the feed from the first id to the last are stored. */
export interface Range {
  readonly first: MessageId;
  readonly last: MessageId;
}

/** The first id of a range that goes back to the beginning. */
export const BEGINNING = 0;
/** The last id of a range that reaches the present: events add new messages to it. */
export const NOW = Number.MAX_SAFE_INTEGER;

/** The ranges with another one, joined if they overlap, in ascending order. */
export function withRange(ranges: readonly Range[], added: Range): readonly Range[] {
  if (added.last < added.first) return ranges;
  const overlaps = ({ first, last }: Range) => first <= added.last && added.first <= last;
  const joined = ranges
    .filter(overlaps)
    .reduce(
      (whole, { first, last }) => ({ first: Math.min(whole.first, first), last: Math.max(whole.last, last) }),
      added,
    );
  return [...ranges.filter((range) => !overlaps(range)), joined].sort((a, b) => a.first - b.first);
}

/** The range that contains a message, or the newest range. */
export const rangeAround = (ranges: readonly Range[], anchor: MessageId | "newest"): Range | undefined =>
  anchor === "newest" ? ranges.at(-1) : ranges.find(({ first, last }) => first <= anchor && anchor <= last);
