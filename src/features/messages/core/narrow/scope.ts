import type { ConversationId } from "../../../../protocol/ids.ts";
import type { Condition, Filter } from "./filter.ts";
import { LAST_ID, type Span, type TopicReference, type View } from "./view.ts";

export interface TopicSpan {
  readonly span: Span;
  readonly topicKey: string;
}

/** Where matching messages can be, according to the filter and the view. */
export interface Scope {
  /** The viewer's spans, or the entire channels whose history is searched. */
  readonly spans: readonly Span[];
  /** Channels where the viewer's `historical` messages count in addition to the spans. */
  readonly historical: readonly ConversationId[];
}

type Positive<K extends Condition["kind"]> = Extract<Condition, { kind: K }>;

export const conditionsOf = <K extends Condition["kind"]>({ conditions }: Filter, kind: K): Positive<K>[] =>
  conditions.filter((condition): condition is Positive<K> => condition.kind === kind && !condition.negated);

export const requiresState = (filter: Filter, state: Positive<"is">["what"]) =>
  conditionsOf(filter, "is").some(({ what }) => what === state);

/** Determines where matching messages can be, without looking at messages. */
export function scopeOf(filter: Filter, view: View): Scope {
  const named = conditionsOf(filter, "conversations").map(({ ids }) => new Set(ids));
  const directOnly = requiresState(filter, "dm");
  const agreed = (conversation: ConversationId) => named.every((set) => set.has(conversation));
  const spans: readonly Span[] =
    filter.base.kind === "own" ? view.received : filter.base.channels.map((ids) => ({ ...ids, first: 1, last: null }));
  return {
    spans: spans.filter((span) => agreed(span.conversation) && !(directOnly && span.channel !== null)),
    historical: filter.base.kind === "own" && !directOnly ? view.readable.filter(agreed) : [],
  };
}

const openSpans = ({ received }: View) => received.filter(({ last }) => last === null);

/**
 * Returns the spans whose messages are unread by default: those the viewer still receives, above the messages already
 * read.
 */
export function unreadSpans(view: View): Span[] {
  const lows = new Map(view.read.lows);
  const lowOf = ({ conversation }: Span) => Math.max(view.read.low, lows.get(conversation) ?? 0);
  return openSpans(view).map((span) => ({ ...span, first: Math.max(span.first, lowOf(span) + 1) }));
}

/** Returns the parts that both lists cover. Within a list, spans of one conversation don't overlap. */
export function intersection(spans: readonly Span[], others: readonly Span[]): Span[] {
  const byConversation = Map.groupBy(others, ({ conversation }) => conversation);
  return spans.flatMap((span) =>
    (byConversation.get(span.conversation) ?? []).flatMap((other) => {
      const first = Math.max(span.first, other.first);
      const last = Math.min(lastOf(span), lastOf(other));
      return first <= last ? [{ ...span, first, last }] : [];
    }),
  );
}

export const lastOf = ({ last }: Span) => last ?? LAST_ID;

function topicSpans(spans: readonly Span[], topics: readonly TopicReference[]): TopicSpan[] {
  const byChannel = Map.groupBy(spans, ({ channel }) => channel);
  return topics.flatMap(([channel, topicKey]) => (byChannel.get(channel) ?? []).map((span) => ({ span, topicKey })));
}

/** Spans, split by the index that finds their messages: by conversation or by topic. */
export interface SplitSpans {
  readonly conversations: readonly Span[];
  readonly topics: readonly TopicSpan[];
  /** Condition that all messages of these spans meet, so it needn't be tested. */
  readonly implied?: Condition;
  /** Whether messages outside these spans match if they mention the viewer. */
  readonly orMentioned?: boolean;
}

export function splitSpans(filter: Filter, { visibility }: View, spans: readonly Span[]): SplitSpans {
  const { muted, unmuted, followed, mutedChannels } = visibility;
  const [topic] = conditionsOf(filter, "topic");
  if (topic !== undefined) {
    const topics = spans.filter(({ channel }) => channel !== null).map((span) => ({ span, topicKey: topic.key }));
    return { conversations: [], topics, implied: topic };
  }
  const states = conditionsOf(filter, "is");
  const isFollowed = states.find(({ what }) => what === "followed");
  if (isFollowed !== undefined) {
    return { conversations: [], topics: topicSpans(spans, followed), implied: isFollowed };
  }
  const inMuted = new Set(mutedChannels);
  const isMuted = ({ channel }: Span) => channel !== null && inMuted.has(channel);
  const unmutedSpans = spans.filter((span) => !isMuted(span));
  if (states.some(({ what }) => what === "muted")) {
    return { conversations: spans.filter(isMuted), topics: topicSpans(unmutedSpans, muted) };
  }
  const isHome = conditionsOf(filter, "home").length > 0;
  if (!isHome || unmutedSpans.length === spans.length) return { conversations: spans, topics: [] };
  // Muted channels can be the busiest and have few matches, so their unmuted and followed topics are looked up one by
  // one.
  const shown: readonly TopicReference[] = [...unmuted, ...followed];
  return { conversations: unmutedSpans, topics: topicSpans(spans.filter(isMuted), shown), orMentioned: true };
}
