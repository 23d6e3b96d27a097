import type { MessageId } from "../../model/ids.ts";

/** What is known of a feed: of all its messages, those whose ids are at least `from` and at most `to`. */
export interface Span {
  /** 0 where the first message there is belongs to it. */
  readonly from: number;
  /** `Infinity` where the newest belongs to it, and those that are yet to come. */
  readonly to: number;
  /** Ascending. */
  readonly ids: readonly MessageId[];
}

/** Nothing is known: no id lies within. */
export const NOTHING: Span = { from: 1, to: 0, ids: [] };

export const holds = (span: Span, id: MessageId): boolean => span.from <= id && id <= span.to;

export const isSame = (one: Span, other: Span): boolean =>
  one.from === other.from && one.to === other.to && one.ids.join() === other.ids.join();

/** The place of an id among ascending ones: of itself, or of the first greater one. */
export function placeOf(ids: readonly MessageId[], id: MessageId): number {
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
 * What is known after a reply of the server. The reply is right about its whole range; what was known on either side of
 * it stays, unless there is a gap between the two: a feed has none.
 */
export function joined(known: Span, reply: Span): Span {
  const touch = known.from <= reply.to + 1 && reply.from <= known.to + 1;
  if (!touch || known.from > known.to) return reply;
  const before = known.ids.slice(0, placeOf(known.ids, reply.from));
  const after = known.ids.slice(placeOf(known.ids, reply.to + 1));
  return {
    from: Math.min(known.from, reply.from),
    to: Math.max(known.to, reply.to),
    ids: [...before, ...reply.ids, ...after],
  };
}

/** With a message that lies within the span, and belongs to the feed or does not. */
export function decided(span: Span, id: MessageId, belongs: boolean): Span {
  if (!holds(span, id)) return span;
  const place = placeOf(span.ids, id);
  if ((span.ids[place] === id) === belongs) return span;
  return { ...span, ids: belongs ? span.ids.toSpliced(place, 0, id) : span.ids.toSpliced(place, 1) };
}

/** The part of a span with at most `most` messages, at its beginning or its end. */
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
