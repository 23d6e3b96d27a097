import type { Message } from "../../model/messages/message.ts";

/** A message of a search, with its content and its topic as HTML in which the words that were found stand out. */
type FoundMessage = Message & { readonly match_content?: string; readonly match_subject?: string };

/** HTML in which the words that were found stand out, by the content and by the topic that it is of. */
export interface Marked {
  readonly contents: ReadonlyMap<string, string>;
  readonly topics: ReadonlyMap<string, string>;
}

const MARK = 'class="highlight"';

/** Messages as they are in any feed, and beside them what a search has marked in them. */
export function withoutMarks(found: readonly FoundMessage[]): {
  readonly messages: readonly Message[];
  readonly marked: Marked;
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
