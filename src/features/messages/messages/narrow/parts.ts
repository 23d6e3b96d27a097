import type { Condition, Filter } from "./filter.ts";
import { positive, type TopicSpan, topicSpans } from "./scope.ts";
import type { Span, TopicReference, View } from "./view.ts";

/** Spans divided into what an index leads to: whole conversations, and single topics. */
export interface SearchPlan {
  readonly conversations: readonly Span[];
  readonly topics: readonly TopicSpan[];
  /** A condition that all messages of these parts meet. */
  readonly implied?: Condition;
  /** Whether messages match besides because they mention the viewer. */
  readonly orMentioned?: boolean;
}

export function partsOf(filter: Filter, { visibility }: View, spans: readonly Span[]): SearchPlan {
  const { muted, unmuted, followed, mutedChannels } = visibility;
  const [topic] = positive(filter, "topic");
  if (topic !== undefined) {
    const topics = spans.filter(({ channel }) => channel !== null).map((span) => ({ span, topicKey: topic.key }));
    return { conversations: [], topics, implied: topic };
  }
  const states = positive(filter, "is");
  const isFollowed = states.find(({ what }) => what === "followed");
  if (isFollowed !== undefined) {
    return { conversations: [], topics: topicSpans(spans, followed), implied: isFollowed };
  }
  const silent = new Set(mutedChannels);
  const isSilent = ({ channel }: Span) => channel !== null && silent.has(channel);
  const heard = spans.filter((span) => !isSilent(span));
  if (states.some(({ what }) => what === "muted")) {
    return { conversations: spans.filter(isSilent), topics: topicSpans(heard, muted) };
  }
  const isHome = positive(filter, "home").length > 0;
  if (!isHome || heard.length === spans.length) return { conversations: spans, topics: [] };
  // Muted channels can be the busiest: what is shown of them is looked up, not looked for.
  const shown: readonly TopicReference[] = [...unmuted, ...followed];
  return { conversations: heard, topics: topicSpans(spans.filter(isSilent), shown), orMentioned: true };
}
