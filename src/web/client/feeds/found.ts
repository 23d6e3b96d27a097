import type { Message } from "../../model/message.ts";

/** A message of a search, with its content as HTML in which the words that were found stand out. */
type FoundMessage = Message & { readonly match_content?: string; readonly match_subject?: string };

/** HTML in which the words that were found stand out, by the same HTML without that. */
export type Marked = ReadonlyMap<string, string>;

/** Messages as they are in any feed, and beside them what a search has marked in them. */
export function withoutMarks(found: readonly FoundMessage[]): {
  readonly messages: readonly Message[];
  readonly marked: Marked;
} {
  const marked = new Map<string, string>();
  const messages = found.map((one) => {
    if (one.match_content === undefined) return one;
    const { match_content, match_subject: _, ...message } = one;
    if (match_content !== message.content) marked.set(message.content, match_content);
    return message;
  });
  return { messages, marked };
}
