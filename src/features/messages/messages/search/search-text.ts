import { spelledOut } from "./words.ts";

/** What the index holds of a message: the words that its author wrote, markup included, and its topic. */
export const searchText = ({ topic, content }: { readonly topic: string; readonly content: string }) => ({
  topic: inOneLine(topic),
  content: inOneLine(content),
});

const inOneLine = (text: string) => spelledOut(text).replace(/\s+/g, " ").trim();
