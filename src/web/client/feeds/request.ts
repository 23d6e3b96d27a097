import type { MessageId } from "../../model/ids.ts";
import type { Message } from "../../model/message.ts";
import type { Anchor } from "../feed.ts";
import { holds, insertionIndex, type Span } from "./span.ts";

export interface Request {
  readonly anchor: MessageId | "newest" | "first_unread";
  readonly before: number;
  readonly after: number;
  /** True to leave out the anchor itself, because it is already known. */
  readonly without?: boolean;
}

/** Part of a feed: messages without gaps, and whether there are more before and after them. */
export interface MessagePage {
  readonly messages: readonly Message[];
  /** Where the server found the anchor, or undefined at the end of the feed. */
  readonly anchor: MessageId | undefined;
  /** True if the feed has no older messages. */
  readonly oldest: boolean;
  /** True if the feed has no newer messages. */
  readonly newest: boolean;
  readonly marked?: SearchHighlights;
}

/** The first unread message, or "none". Undefined if only the server knows. */
export type FirstUnread = MessageId | "none" | undefined;

export function requestFor(anchor: Anchor, unread: FirstUnread): Request {
  const at = anchor === "first-unread" ? (unread ?? "first_unread") : anchor;
  if (at === "none" || at === "newest") return { anchor: "newest", before: 60, after: 0 };
  return { anchor: at, before: 50, after: 60 };
}

/** True if enough messages are known to show the requested ones, with some around them. */
export function isEnough(span: Span, { anchor, before, after }: Request): boolean {
  if (span.from > span.to || anchor === "first_unread") return false;
  if (anchor === "newest") return span.to === Number.POSITIVE_INFINITY && (span.from === 0 || span.ids.length >= 30);
  if (!holds(span, anchor)) return false;
  const place = insertionIndex(span.ids, anchor);
  const isOldEnough = span.from === 0 || place >= before / 3;
  return isOldEnough && (span.to === Number.POSITIVE_INFINITY || span.ids.length - place >= after / 3);
}

/** Returns the range that a page covers without gaps. On a side where nothing was requested, it ends at the anchor. */
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

/** A search result, with its content and topic as HTML with highlights. */
type FoundMessage = Message & { readonly match_content?: string; readonly match_subject?: string };

/** HTML with highlights, keyed by the content or topic without them. */
interface SearchHighlights {
  readonly contents: ReadonlyMap<string, string>;
  readonly topics: ReadonlyMap<string, string>;
}

const MARK = 'class="highlight"';

/** Separates search results from their highlights. */
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
