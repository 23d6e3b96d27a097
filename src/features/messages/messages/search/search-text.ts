import { mentionWords } from "./mention-words.ts";
import { spelledOut } from "./words.ts";

interface IndexedMessage {
  readonly topic: string;
  readonly content: string;
  readonly html: string;
}

/** The text that is indexed for a message: its Markdown source, a word for each user whom it mentions, and its topic. */
export const searchText = ({ topic, content, html }: IndexedMessage) => ({
  topic: inOneLine(topic),
  content: [inOneLine(content), ...mentionWords(html)].join(" "),
});

const inOneLine = (text: string) => spelledOut(text).replace(/\s+/g, " ").trim();
