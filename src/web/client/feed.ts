import type { ReadonlySignal } from "@preact/signals";
import type { MessageId } from "../model/ids.ts";
import type { Message } from "../model/messages/message.ts";
import type { FeedPlace } from "../model/places/place.ts";

/** Where a feed opens: at the first unread message, at the end, or around a message. */
export type Anchor = "first-unread" | "newest" | MessageId;

/** The messages of a place, as far as they are known: without gaps, oldest first. Events keep it up to date. */
export interface Feed {
  readonly place: FeedPlace;
  readonly messages: ReadonlySignal<readonly Message[]>;
  /** Whether the first of `messages` is the first there is, and the last the last. */
  readonly ends: ReadonlySignal<{ readonly oldest: boolean; readonly newest: boolean }>;
  readonly loading: ReadonlySignal<"older" | "newer" | "whole" | undefined>;
  /** Why the last load failed. */
  readonly failure: ReadonlySignal<Error | undefined>;
  /** The first message that was unread when the feed was opened: the line "New messages" stands before it. */
  readonly firstUnread: ReadonlySignal<MessageId | undefined>;
  /** The HTML of a message, with marks where it holds words that were searched for. */
  markedHtml(html: string): string;
  /** The HTML of a topic that holds some of them. */
  markedTopic(topic: string): string | undefined;
  /** Shows what is kept at once, and then what the server has. */
  open(anchor: Anchor): Promise<void>;
  load(direction: "older" | "newer"): Promise<void>;
  /** Tries at once what could not be loaded, which is tried now and then while the feed is open. */
  retry(): Promise<void>;
  /** Ends following the events. */
  close(): void;
}
