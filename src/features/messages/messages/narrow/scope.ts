import type { ConversationId } from "../../../../protocol/ids.ts";
import type { Condition, Filter } from "./filter.ts";
import { LAST_ID, type Span, type TopicReference, type View } from "./view.ts";

/** Messages of a conversation, or of one topic of a channel, between two ids. */
export interface TopicSpan {
  readonly span: Span;
  readonly topicKey?: string;
}

/** Where matching messages can be, as far as the narrow and the viewer tell without looking at messages. */
export interface Scope {
  /** The viewer's spans, or the whole of the channels whose history is searched. */
  readonly spans: readonly Span[];
  /** Channels in which a row flagged historical stands for a message outside of the spans. */
  readonly historical: readonly ConversationId[];
}

type Positive<K extends Condition["kind"]> = Extract<Condition, { kind: K }>;

export const positive = <K extends Condition["kind"]>({ conditions }: Filter, kind: K): Positive<K>[] =>
  conditions.filter((condition): condition is Positive<K> => condition.kind === kind && !condition.negated);

export const requires = (filter: Filter, state: Positive<"is">["what"]) =>
  positive(filter, "is").some(({ what }) => what === state);

export function scopeOf(filter: Filter, view: View): Scope {
  const named = positive(filter, "conversations").map(({ ids }) => new Set(ids));
  const directOnly = requires(filter, "dm");
  const agreed = (conversation: ConversationId) => named.every((set) => set.has(conversation));
  const spans = filter.base.kind === "own" ? view.received : filter.base.channels.map(wholeOf);
  return {
    spans: spans.filter((span) => agreed(span.conversation) && !(directOnly && span.channel !== null)),
    historical: filter.base.kind === "own" && !directOnly ? view.readable.filter(agreed) : [],
  };
}

const wholeOf = ({ channel, conversation }: Pick<Span, "conversation"> & { channel: Span["channel"] }): Span => ({
  channel,
  conversation,
  first: 1,
  last: null,
});

/** Where the viewer still receives: all there is unread but what is listed as read, or as old as that. */
const openSpans = ({ received }: View) => received.filter(({ last }) => last === null);

/** Where messages are unread without being marked so one by one. */
export function unreadSpans(view: View): Span[] {
  const lows = new Map(view.read.lows);
  const lowOf = ({ conversation }: Span) => Math.max(view.read.low, lows.get(conversation) ?? 0);
  return openSpans(view).map((span) => ({ ...span, first: Math.max(span.first, lowOf(span) + 1) }));
}

/** The spans that lie in both lists; one conversation's spans do not overlap within a list. */
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

/** The topics' share of the spans. */
export function topicSpans(spans: readonly Span[], topics: readonly TopicReference[]): TopicSpan[] {
  const byChannel = Map.groupBy(spans, ({ channel }) => channel);
  return topics.flatMap(([channel, topicKey]) => (byChannel.get(channel) ?? []).map((span) => ({ span, topicKey })));
}
