import type { ChannelId, MessageId, UserId } from "../ids.ts";

/** A search term, in API form. */
export interface Term {
  readonly operator: string;
  readonly operand: string | number | readonly number[];
  readonly negated?: boolean;
}

/** A place that shows a message feed, opened at the message `near`, if given. */
export type FeedRoute =
  /** All messages except muted ones. */
  | { readonly view: "combined"; readonly near?: MessageId }
  | { readonly view: "mentions"; readonly near?: MessageId }
  | { readonly view: "starred"; readonly near?: MessageId }
  /** The user's own messages with reactions. */
  | { readonly view: "reactions"; readonly near?: MessageId }
  /** All messages of a channel in one feed. */
  | { readonly view: "channel"; readonly channel: ChannelId; readonly near?: MessageId }
  | {
      readonly view: "topic";
      readonly channel: ChannelId;
      readonly topic: string;
      readonly near?: MessageId;
      /** A message of the topic. The server uses it to find the topic after it was moved or resolved. */
      readonly with?: MessageId;
    }
  | { readonly view: "directs"; readonly near?: MessageId }
  /** `users` are the other participants' ids, ascending. */
  | { readonly view: "direct"; readonly users: readonly UserId[]; readonly near?: MessageId }
  | { readonly view: "search"; readonly terms: readonly Term[]; readonly near?: MessageId };

/** A screen of the client. Each place has the same address (`hashForRoute`) as in Zulip's clients. */
export type Route =
  | FeedRoute
  | { readonly view: "inbox" }
  | { readonly view: "recent" }
  /** A channel shown as its list of topics. */
  | { readonly view: "topics"; readonly channel: ChannelId }
  /** A channel's page and pins. */
  | { readonly view: "board"; readonly channel: ChannelId }
  | { readonly view: "drafts" }
  | { readonly view: "scheduled" }
  | { readonly view: "reminders" }
  /** The channel list, next to a channel if `channel` is given. */
  | { readonly view: "channels"; readonly channel?: ChannelId; readonly section?: string }
  /** Settings. Organization sections start with "organization/", group sections with "groups". */
  | { readonly view: "settings"; readonly section?: string }
  | { readonly view: "about" };

const FEEDS: ReadonlySet<Route["view"]> = new Set<FeedRoute["view"]>([
  ...(["combined", "mentions", "starred", "reactions", "channel", "topic", "directs", "direct", "search"] as const),
]);

export const isFeedPlace = (place: Route): place is FeedRoute => FEEDS.has(place.view);

export const channelOf = (place: Route): ChannelId | undefined =>
  place.view === "topics" || place.view === "topic" || place.view === "channel" || place.view === "board"
    ? place.channel
    : undefined;

const term = (operator: string, operand: Term["operand"]): Term => ({ operator, operand });

const REACTIONS: readonly Term[] = [term("has", "reaction"), term("sender", "me")];

/** Returns a place's narrow in API form. */
export function termsOf(place: FeedRoute): readonly Term[] {
  switch (place.view) {
    case "combined":
      return [term("in", "home")];
    case "mentions":
      return [term("is", "mentioned")];
    case "starred":
      return [term("is", "starred")];
    case "reactions":
      return REACTIONS;
    case "channel":
      return [term("channel", place.channel)];
    case "topic": {
      const terms = [term("channel", place.channel), term("topic", place.topic)];
      return place.with === undefined ? terms : [...terms, term("with", place.with)];
    }
    case "directs":
      return [term("is", "dm")];
    case "direct":
      return [term("dm", place.users)];
    case "search":
      return place.terms;
  }
}

/** Returns the place that shows a narrow: the feed with this narrow if there is one, otherwise a search. */
export function placeOfTerms(terms: readonly Term[], near?: MessageId): Route {
  const at = near === undefined ? {} : { near };
  if (terms.length === 0) return { view: "combined", ...at };
  return simplePlace(terms, at) ?? { view: "search", terms, ...at };
}

function simplePlace(terms: readonly Term[], at: { near?: MessageId }): Route | undefined {
  if (terms.some(({ negated }) => negated)) return undefined;
  const operand = (name: string) => terms.find(({ operator }) => operator === name)?.operand;
  const names = terms.map(({ operator }) => operator).sort();
  const [channel, topic, message] = [operand("channel"), operand("topic"), operand("with")];
  switch (names.join()) {
    case "channel":
      return typeof channel === "number" ? { view: "channel", channel, ...at } : undefined;
    case "channel,topic":
      if (typeof channel !== "number" || typeof topic !== "string") return undefined;
      return { view: "topic", channel, topic, ...at };
    case "channel,topic,with":
      if (typeof channel !== "number" || typeof topic !== "string" || typeof message !== "number") return undefined;
      return { view: "topic", channel, topic, with: message, ...at };
    case "dm": {
      const users = operand("dm");
      return Array.isArray(users) ? { view: "direct", users, ...at } : undefined;
    }
    case "in":
      return operand("in") === "home" ? { view: "combined", ...at } : undefined;
    case "is":
      return placeOfState(operand("is"), at);
    case "has,sender":
      return operand("has") === "reaction" && operand("sender") === "me" ? { view: "reactions", ...at } : undefined;
    default:
      return undefined;
  }
}

function placeOfState(state: Term["operand"] | undefined, at: { near?: MessageId }): Route | undefined {
  if (state === "mentioned") return { view: "mentions", ...at };
  if (state === "starred") return { view: "starred", ...at };
  return state === "dm" ? { view: "directs", ...at } : undefined;
}
