import type { Message } from "../../model/messages/message.ts";

/** A message that a search has found, with the HTML of its content and its topic in which the found words are marked. */
type FoundMessage = Message & { readonly match_content?: string; readonly match_subject?: string };

/** HTML in which the found words are marked, by the content or the topic without the marks. */
export interface Marked {
  readonly contents: ReadonlyMap<string, string>;
  readonly topics: ReadonlyMap<string, string>;
}

const MARK = 'class="highlight"';

/** Separates found messages from the marks that the search has made in them. */
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
