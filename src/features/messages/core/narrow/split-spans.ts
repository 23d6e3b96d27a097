import type { Condition, Filter } from "./filter.ts";
import { conditionsOf, type TopicSpan, topicSpans } from "./scope.ts";
import type { Span, TopicReference, View } from "./view.ts";

/** Spans by the index used to find their messages: the one by conversation, or the one by topic. */
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
  // Muted channels can be the busiest and have few matches, so topics shown there are looked up one by one.
  const shown: readonly TopicReference[] = [...unmuted, ...followed];
  return { conversations: unmutedSpans, topics: topicSpans(spans.filter(isMuted), shown), orMentioned: true };
}
