import { firstIndex } from "../../model/first-index.ts";
import type { MessageId } from "../../model/ids.ts";

/** The known part of a feed: all its messages with ids from `from` to `to`, inclusive. */
export interface Span {
  /** 0 if the span includes the feed's first message. */
  readonly from: number;
  /** `Infinity` if the span includes the newest message and all future ones. */
  readonly to: number;
  /** Ascending. */
  readonly ids: readonly MessageId[];
}

/** Initial span of a feed: nothing is known yet. */
export const NOTHING: Span = { from: 1, to: 0, ids: [] };

export const holds = (span: Span, id: MessageId): boolean => span.from <= id && id <= span.to;

export const isSameSpan = (one: Span, other: Span): boolean =>
  one.from === other.from && one.to === other.to && one.ids.join() === other.ids.join();

/** Returns the index of the first id that isn't less than `id`. `ids` must be ascending. */
export const insertionIndex = (ids: readonly MessageId[], id: MessageId): number =>
  firstIndex(ids.length, (at) => (ids[at] ?? Number.POSITIVE_INFINITY) >= id);

/**
 * Merges a server reply into a span. Within its range, the reply replaces the known ids. If the two don't touch,
 * returns only the reply, because a span can't have a gap.
 */
export function mergeSpans(known: Span, reply: Span): Span {
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

/** Adds or removes a message, depending on whether it belongs to the feed. */
export function decided(span: Span, id: MessageId, belongs: boolean): Span {
  if (!holds(span, id)) return span;
  const place = insertionIndex(span.ids, id);
  if ((span.ids[place] === id) === belongs) return span;
  return { ...span, ids: belongs ? span.ids.toSpliced(place, 0, id) : span.ids.toSpliced(place, 1) };
}

/** Limits a span to `most` messages, from its start or its end. */
export function limitSpan(
  span: Span,
  { most, keep }: { readonly most: number; readonly keep: "older" | "newer" },
): Span {
  const excess = span.ids.length - most;
  if (excess <= 0) return span;
  if (keep === "newer") {
    const ids = span.ids.slice(excess);
    return { ...span, from: ids[0] ?? span.to, ids };
  }
  const ids = span.ids.slice(0, most);
  return { ...span, to: ids.at(-1) ?? span.from, ids };
}
