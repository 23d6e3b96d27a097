import { spelledOut } from "./words.ts";

/** Returns the HTML of a mention of a user, but not of a silent, group or wildcard mention. */
export const mentionHtml = (user: number): string => `<span class="user-mention" data-user-id="${user}">`;

const mention = /<span class="user-mention" data-user-id="(\d+)">/g;

/** Prefix of mention words in the index: a private-use character, which counts as part of a word. */
const SIGN = "\uE04D";

export const mentionWord = (user: number | string): string => `${SIGN}${user}`;

/** Returns the index words of all users a message mentions by name. */
const mentionWords = (html: string): string[] => [
  ...new Set(Array.from(html.matchAll(mention), ([, user = ""]) => mentionWord(user))),
];

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
