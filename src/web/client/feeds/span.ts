import type { MessageId } from "../../model/ids.ts";

/** The known part of a feed: all of its messages whose ids are at least `from` and at most `to`. */
export interface Span {
  /** 0 if the first message of the feed is within the span. */
  readonly from: number;
  /** `Infinity` if the newest message is within the span, and so are those that are still to come. */
  readonly to: number;
  /** Ascending. */
  readonly ids: readonly MessageId[];
}

/** A span without any id, for a feed of which nothing is known. */
export const NOTHING: Span = { from: 1, to: 0, ids: [] };

export const holds = (span: Span, id: MessageId): boolean => span.from <= id && id <= span.to;

export const isSame = (one: Span, other: Span): boolean =>
  one.from === other.from && one.to === other.to && one.ids.join() === other.ids.join();

/** The index of an id in an ascending list, or of the first greater one. */
export function insertionIndex(ids: readonly MessageId[], id: MessageId): number {
  let low = 0;
  let high = ids.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ids[middle] ?? Number.POSITIVE_INFINITY) < id) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * The span after a reply of the server. The reply counts for its whole range; the known ids on either side of it stay,
 * unless there is a gap between the two, because a span has none.
 */
export function joined(known: Span, reply: Span): Span {
  const touch = known.from <= reply.to + 1 && reply.from <= known.to + 1;
  if (!touch || known.from > known.to) return reply;
  const before = known.ids.slice(0, insertionIndex(known.ids, reply.from));
  const after = known.ids.slice(insertionIndex(known.ids, reply.to + 1));
  return {
    from: Math.min(known.from, reply.from),
    to: Math.max(known.to, reply.to),
    ids: [...before, ...reply.ids, ...after],
  };
}

/** The span with a message that belongs to the feed, or without one that does not. */
export function decided(span: Span, id: MessageId, belongs: boolean): Span {
  if (!holds(span, id)) return span;
  const place = insertionIndex(span.ids, id);
  if ((span.ids[place] === id) === belongs) return span;
  return { ...span, ids: belongs ? span.ids.toSpliced(place, 0, id) : span.ids.toSpliced(place, 1) };
}

/** The part of a span with at most `most` messages, from its beginning or its end. */
export function cut(span: Span, { most, keep }: { readonly most: number; readonly keep: "older" | "newer" }): Span {
  const excess = span.ids.length - most;
  if (excess <= 0) return span;
  if (keep === "newer") {
    const ids = span.ids.slice(excess);
    return { ...span, from: ids[0] ?? span.to, ids };
  }
  const ids = span.ids.slice(0, most);
  return { ...span, to: ids.at(-1) ?? span.from, ids };
}
