import type { ChannelId, MessageId, UserId } from "../ids.ts";

/** A term of a search, as the API takes it. */
export interface Term {
  readonly operator: string;
  readonly operand: string | number | readonly number[];
  readonly negated?: boolean;
}

/** A place that shows a feed of messages. It opens at the message `near`, if there is one. */
export type FeedPlace =
  /** All messages except muted ones. */
  | { readonly view: "combined"; readonly near?: MessageId }
  | { readonly view: "mentions"; readonly near?: MessageId }
  | { readonly view: "starred"; readonly near?: MessageId }
  /** The user's own messages that have reactions. */
  | { readonly view: "reactions"; readonly near?: MessageId }
  /** All messages of a channel as one feed. */
  | { readonly view: "channel"; readonly channel: ChannelId; readonly near?: MessageId }
  | {
      readonly view: "topic";
      readonly channel: ChannelId;
      readonly topic: string;
      readonly near?: MessageId;
      /** A message of the topic, by which the server finds the topic after it was moved or resolved. */
      readonly with?: MessageId;
    }
  /** All direct messages. */
  | { readonly view: "directs"; readonly near?: MessageId }
  /** `users` are the others, ascending. */
  | { readonly view: "direct"; readonly users: readonly UserId[]; readonly near?: MessageId }
  /** Any other narrow. */
  | { readonly view: "search"; readonly terms: readonly Term[]; readonly near?: MessageId };

/** A screen of the client. Each place has an address (`addressOf`), the same as in Zulip's clients. */
export type Place =
  | FeedPlace
  | { readonly view: "inbox" }
  | { readonly view: "recent" }
  /** A channel as the list of its topics. */
  | { readonly view: "topics"; readonly channel: ChannelId }
  | { readonly view: "drafts" }
  | { readonly view: "scheduled" }
  | { readonly view: "reminders" }
  /** The list of channels, with one of them beside it if `channel` is given. */
  | { readonly view: "channels"; readonly channel?: ChannelId; readonly section?: string }
  /** The settings. Sections of the organization begin with "organization/", those of groups with "groups". */
  | { readonly view: "settings"; readonly section?: string }
  | { readonly view: "about" };

const FEEDS: ReadonlySet<Place["view"]> = new Set<FeedPlace["view"]>([
  ...(["combined", "mentions", "starred", "reactions", "channel", "topic", "directs", "direct", "search"] as const),
]);

export const isFeedPlace = (place: Place): place is FeedPlace => FEEDS.has(place.view);
