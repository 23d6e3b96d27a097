import type { ChannelId, MessageId, UserId } from "../ids.ts";

/** A term of a search, as the API takes it. */
export interface Term {
  readonly operator: string;
  readonly operand: string | number | readonly number[];
  readonly negated?: boolean;
}

/** The places that show a feed of messages; at a message, where they are opened for one. */
export type FeedPlace =
  /** All messages but what one has muted. */
  | { readonly view: "combined"; readonly near?: MessageId }
  | { readonly view: "mentions"; readonly near?: MessageId }
  | { readonly view: "starred"; readonly near?: MessageId }
  /** Reactions to one's own messages. */
  | { readonly view: "reactions"; readonly near?: MessageId }
  /** A channel as one feed. */
  | { readonly view: "channel"; readonly channel: ChannelId; readonly near?: MessageId }
  | {
      readonly view: "topic";
      readonly channel: ChannelId;
      readonly topic: string;
      readonly near?: MessageId;
      /** The topic that this message is in by now: such a link holds when the topic is moved or resolved. */
      readonly with?: MessageId;
    }
  /** All direct messages. */
  | { readonly view: "directs"; readonly near?: MessageId }
  /** Without oneself, ascending. */
  | { readonly view: "direct"; readonly users: readonly UserId[]; readonly near?: MessageId }
  /** Any other narrow. */
  | { readonly view: "search"; readonly terms: readonly Term[]; readonly near?: MessageId };

/** What the client shows: each place has an address (`addressOf`), which is the one that Zulip's clients use. */
export type Place =
  | FeedPlace
  | { readonly view: "inbox" }
  | { readonly view: "recent" }
  /** A channel as the list of its topics. */
  | { readonly view: "topics"; readonly channel: ChannelId }
  | { readonly view: "drafts" }
  | { readonly view: "scheduled" }
  | { readonly view: "reminders" }
  /** The list of channels; with an id, one of them beside it. */
  | { readonly view: "channels"; readonly channel?: ChannelId; readonly section?: string }
  /** Those of the organization begin with "organization/", those of groups with "groups". */
  | { readonly view: "settings"; readonly section?: string }
  | { readonly view: "about" };

const FEEDS: ReadonlySet<Place["view"]> = new Set<FeedPlace["view"]>([
  ...(["combined", "mentions", "starred", "reactions", "channel", "topic", "directs", "direct", "search"] as const),
]);

export const isFeedPlace = (place: Place): place is FeedPlace => FEEDS.has(place.view);
