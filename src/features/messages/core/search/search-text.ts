import { mentionWords } from "./mention-words.ts";
import { spelledOut } from "./words.ts";

interface IndexedMessage {
  readonly topic: string;
  readonly content: string;
  readonly html: string;
}

/** Returns the text indexed for a message: its Markdown source, a word for each mentioned user, and its topic. */
export const searchText = ({ topic, content, html }: IndexedMessage) => ({
  topic: inOneLine(topic),
  content: [inOneLine(content), ...mentionWords(html)].join(" "),
});

const inOneLine = (text: string) => spelledOut(text).replace(/\s+/g, " ").trim();
