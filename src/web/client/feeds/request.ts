import type { MessageId } from "../../model/ids.ts";
import type { Message } from "../../model/messages/message.ts";
import type { Anchor } from "../feed.ts";
import { holds, insertionIndex, type Span } from "./span.ts";

/** A request for a part of a feed. */
export interface Request {
  readonly anchor: MessageId | "newest" | "first_unread";
  readonly before: number;
  readonly after: number;
  /** Leaves out the anchor itself, because it is known already. */
  readonly without?: boolean;
}

/** A part of a feed: its messages, without gaps, and whether there are more before and after them. */
export interface MessagePage {
  readonly messages: readonly Message[];
  /** The position at which the server found the anchor; undefined at the end of the feed. */
  readonly anchor: MessageId | undefined;
  /** Whether no message of the feed is older than the first. */
  readonly oldest: boolean;
  /** Whether no message of the feed is newer than the last. */
  readonly newest: boolean;
  /** The words that a search has found in the messages. */
  readonly marked?: SearchHighlights;
}

/** The first unread message, or "none" if there is none; undefined if only the server knows. */
export type FirstUnread = MessageId | "none" | undefined;

export function requestFor(anchor: Anchor, unread: FirstUnread): Request {
  const at = anchor === "first-unread" ? (unread ?? "first_unread") : anchor;
  if (at === "none" || at === "newest") return { anchor: "newest", before: 60, after: 0 };
  return { anchor: at, before: 50, after: 60 };
}

/** Whether the known messages are enough to show what is asked for, with some messages around it. */
export function isEnough(span: Span, { anchor, before, after }: Request): boolean {
  if (span.from > span.to || anchor === "first_unread") return false;
  if (anchor === "newest") return span.to === Number.POSITIVE_INFINITY && (span.from === 0 || span.ids.length >= 30);
  if (!holds(span, anchor)) return false;
  const place = insertionIndex(span.ids, anchor);
  const isOldEnough = span.from === 0 || place >= before / 3;
  return isOldEnough && (span.to === Number.POSITIVE_INFINITY || span.ids.length - place >= after / 3);
}

/** The range in which a page is complete: on a side where nothing was asked for, it ends at the anchor. */
export function spanOf(
  { messages, anchor, oldest, newest }: MessagePage,
  { before, after, without = false }: Request,
): Span {
  const ids = messages.map(({ id }) => id);
  const at = anchor ?? Number.POSITIVE_INFINITY;
  const beside = without ? 1 : 0;
  const first = Math.min(ids[0] ?? at, at);
  const last = Math.max(ids.at(-1) ?? 0, anchor ?? 0);
  return {
    from: before === 0 ? at + beside : oldest ? 0 : first,
    to: anchor === undefined ? at : after === 0 ? at - beside : newest ? Number.POSITIVE_INFINITY : last,
    ids,
  };
}

/** A message that a search has found, with the HTML of its content and its topic in which the found words are marked. */
type FoundMessage = Message & { readonly match_content?: string; readonly match_subject?: string };

/** HTML in which the found words are marked, by the content or the topic without the marks. */
interface SearchHighlights {
  readonly contents: ReadonlyMap<string, string>;
  readonly topics: ReadonlyMap<string, string>;
}

const MARK = 'class="highlight"';

/** Separates found messages from the marks that the search has made in them. */
export function withoutMarks(found: readonly FoundMessage[]): {
  readonly messages: readonly Message[];
  readonly marked: SearchHighlights;
} {
  const marked = { contents: new Map<string, string>(), topics: new Map<string, string>() };
  const messages = found.map((one) => {
    if (one.match_content === undefined) return one;
    const { match_content, match_subject = "", ...message } = one;
    if (match_content.includes(MARK)) marked.contents.set(message.content, match_content);
    if (message.type === "stream" && match_subject.includes(MARK)) marked.topics.set(message.subject, match_subject);
    return message;
  });
  return { messages, marked };
}
