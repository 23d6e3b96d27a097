import { spelledOut } from "./words.ts";

/** The text that is indexed for a message: its Markdown source and its topic. */
export const searchText = ({ topic, content }: { readonly topic: string; readonly content: string }) => ({
  topic: inOneLine(topic),
  content: inOneLine(content),
});

const inOneLine = (text: string) => spelledOut(text).replace(/\s+/g, " ").trim();
