import { lengthLimits } from "../protocol/limits.ts";

/** Control characters but tab and line break, which real exports have in texts, and no text here. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is meant
const CONTROL = /[\u0000-\u0008\u000b-\u001f]/g;

/** A text without what no text here may have: control characters, and halves of characters. */
export const cleanText = (text: string): string => text.replace(CONTROL, "").toWellFormed();

/** A name in one line, of at most so many code points: a longer one ends in `…`. */
export const cleanName = (name: string, most: number): string =>
  shortened(cleanText(name).replace(/\s+/g, " ").trim(), most);

/** A text of at most so many code points: a longer one ends in `…`. */
export function shortened(text: string, most: number): string {
  const characters = [...text];
  if (characters.length <= most) return text;
  const kept = characters.slice(0, most - 1).join("");
  return `${kept.trimEnd()}…`;
}

/**
 * A text as messages: one, or as many as it takes. Each is cut at the last line break that it has room
 * for, which goes, and else where it is full.
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
