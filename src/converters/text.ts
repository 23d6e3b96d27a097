import { lengthLimits } from "../protocol/limits.ts";

/** Control characters, which occur in real exports and are forbidden here, except for tab and line feed. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is meant
const CONTROL = /[\u0000-\u0008\u000b-\u001f]/g;

/**
 * Removes control characters other than tab and line feed, and replaces lone surrogates. Strings here can't contain
 * these.
 */
export const cleanText = (text: string): string => text.replace(CONTROL, "").toWellFormed();

/** Converts a name to a single line of at most `most` code points. Truncated names end in `…`. */
export const cleanName = (name: string, most: number): string =>
  shortened(cleanText(name).replace(/\s+/g, " ").trim(), most);

/** Truncates a string to `most` code points. Truncated strings end in `…`. */
export function shortened(text: string, most: number): string {
  const characters = [...text];
  if (characters.length <= most) return text;
  const kept = characters.slice(0, most - 1).join("");
  return `${kept.trimEnd()}…`;
}

/**
 * Splits a text into messages, each cut at the last line break that fits, or else at the maximum length. The line break
 * is dropped.
 */
export function splitContent(text: string, most: number = lengthLimits.max_message_length): string[] {
  if (text.length <= most) return [text];
  const parts: string[] = [];
  let rest = [...text];
  while (rest.length > most) {
    const lineEnd = rest.lastIndexOf("\n", most);
    const end = lineEnd > 0 ? lineEnd : most;
    parts.push(rest.slice(0, end).join(""));
    rest = rest.slice(lineEnd > 0 ? end + 1 : end);
  }
  parts.push(rest.join(""));
  return parts.filter((part) => part.trim() !== "");
}
