import type { ReadonlySignal } from "@preact/signals";
import type { MessageId } from "../model/ids.ts";
import type { Message } from "../model/messages/message.ts";
import type { FeedRoute } from "../model/places/place.ts";

/** The position at which a feed opens: the first unread message, the end, or a message. */
export type Anchor = "first-unread" | "newest" | MessageId;

/** The known messages of a place, without gaps, oldest first. Events keep it up to date. */
export interface Feed {
  readonly place: FeedRoute;
  readonly messages: ReadonlySignal<readonly Message[]>;
  /** Whether `messages` reaches back to the first message of the place, and forward to the last. */
  readonly ends: ReadonlySignal<{ readonly oldest: boolean; readonly newest: boolean }>;
  readonly loading: ReadonlySignal<"older" | "newer" | "whole" | undefined>;
  /** Whether `messages` are only what this device has of the place: the server has not answered, and there can be gaps. */
  readonly isPartial: ReadonlySignal<boolean>;
  /** The error of the last load, if it failed. */
  readonly failure: ReadonlySignal<Error | undefined>;
  /** The first message that was unread when the feed was opened: the line "New messages" stands before it. */
  readonly firstUnread: ReadonlySignal<MessageId | undefined>;
  /** The HTML of a message, with marks around words that were searched for. */
  markedHtml(html: string): string;
  /** The HTML of a topic with such marks; undefined if it has none. */
  markedTopic(topic: string): string | undefined;
  /** Shows the stored messages at once, and then those of the server. */
  open(anchor: Anchor): Promise<void>;
  load(direction: "older" | "newer"): Promise<void>;
  /**
   * Loads the end again if it is known, and returns whether there was anything new. Without a subscription to the channel, no
   * events tell of new messages.
   */
  loadNews(): Promise<boolean>;
  /** Tries failed loads again at once; they are also tried now and then while the feed is open. */
  retry(): Promise<void>;
  /** Tells the feed that the view no longer shows it. */
  close(): void;
}
