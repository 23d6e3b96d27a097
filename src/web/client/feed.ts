import type { ReadonlySignal } from "@preact/signals";
import type { MessageId } from "../model/ids.ts";
import type { Message } from "../model/message.ts";
import type { FeedRoute } from "../model/routes/place.ts";

/** Where a feed opens: at the first unread message, the end, or a message. */
export type Anchor = "first-unread" | "newest" | MessageId;

/** The known messages of a place, without gaps, oldest first. Kept up to date by events. */
export interface Feed {
  readonly place: FeedRoute;
  readonly messages: ReadonlySignal<readonly Message[]>;
  /** Whether `messages` includes the first and the last message of the place. */
  readonly ends: ReadonlySignal<{ readonly oldest: boolean; readonly newest: boolean }>;
  readonly loading: ReadonlySignal<"older" | "newer" | "whole" | undefined>;
  /** True if `messages` is only what this device has stored. The server hasn't responded yet, and there can be gaps. */
  readonly isPartial: ReadonlySignal<boolean>;
  readonly failure: ReadonlySignal<Error | undefined>;
  /** The message that was the first unread one when the feed was opened. The line "New messages" is above it. */
  readonly firstUnread: ReadonlySignal<MessageId | undefined>;
  /**
   * The topmost visible message, unless the end is visible. If events make the feed too long, the feed drops the
   * messages farthest from this one.
   */
  top: MessageId | undefined;
  /** Returns a message's HTML with search terms highlighted. */
  markedHtml(html: string): string;
  /** Returns a topic's HTML with search terms highlighted, or undefined if it contains none. */
  markedTopic(topic: string): string | undefined;
  /** Shows the stored messages at once, and then those from the server. */
  open(anchor: Anchor): Promise<void>;
  load(direction: "older" | "newer"): Promise<void>;
  /**
   * Reloads the end of the feed if that part is known. Resolves to true if there was anything new. Without a
   * subscription to the channel, new messages cause no events.
   */
  loadNews(): Promise<boolean>;
  /** Retries failed loads at once. They are also retried periodically while the feed is open. */
  retry(): Promise<void>;
  /** Must be called when the view no longer shows the feed. */
  close(): void;
}
