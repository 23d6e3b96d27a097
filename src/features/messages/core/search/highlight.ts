import { textOfHtml } from "./html-text.ts";
import { wordsOf } from "./words.ts";

/** Separates topic and content in `HIGHLIGHTED`. Control characters never occur in indexed text. */
const COLUMN_END = "\u0001";
/** Mark the start and end of each match in `HIGHLIGHTED`. */
const MATCH_START = "\u0002";
const MATCH_END = "\u0003";

const marked = (column: 0 | 1) => `highlight(message_words, ${column}, char(2), char(3))`;
/** SQL expression for the indexed topic and content of a match, with marks around the matches. */
export const HIGHLIGHTED = `${marked(0)} || char(1) || ${marked(1)}`;

interface FoundMessage {
  readonly html: string;
  /** The topic as shown to this client. */
  readonly topic: string;
  readonly highlighted: string;
}

/**
 * Returns `match_content` and `match_subject` of a message (messages.md 5). Only the index can determine which words
 * matched, because it compares stems. These words are then highlighted wherever they occur in the rendered text.
 */
export function highlightMatches({ html, topic, highlighted }: FoundMessage) {
  const [inTopic = "", inContent = ""] = highlighted.split(COLUMN_END);
  return {
    match_content: mark(html, matchedPhrases(inContent)),
    match_subject: mark(escapeText(topic), matchedPhrases(inTopic)),
  };
}

export const withoutHighlights = ({ html, topic }: Pick<FoundMessage, "html" | "topic">) => ({
  match_content: html,
  match_subject: escapeText(topic),
});

const escapeText = (text: string) => text.replace(/[&<>"']/g, (character) => `&${ENTITIES[character] ?? ""};`);
const ENTITIES: Record<string, string> = { "&": "amp", "<": "lt", ">": "gt", '"': "quot", "'": "#x27" };

function matchedPhrases(text: string): string[][] {
  const matches = text
    .split(MATCH_START)
    .slice(1)
    .map((piece) => piece.slice(0, piece.indexOf(MATCH_END)));
  return [...new Set(matches)].map((phrase) => wordsOf(phrase).map((word) => word.text));
}

function mark(html: string, phrases: readonly (readonly string[])[]): string {
  const { text, places } = textOfHtml(html);
  let result = "";
  let done = 0;
  for (const [start, end] of pieces(occurrences(text, phrases), places)) {
    result += `${html.slice(done, start)}<span class="highlight">${html.slice(start, end)}</span>`;
    done = end;
  }
  return result + html.slice(done);
}

type TextRange = readonly [start: number, end: number];

/** Returns the ranges of `text` that match one of the phrases, in order. Touching ranges are merged. */
function occurrences(text: string, phrases: readonly (readonly string[])[]): TextRange[] {
  const words = wordsOf(text);
  const byFirstWord = Map.groupBy(phrases, ([first]) => first);
  const found: [start: number, end: number][] = [];
  for (const [index, word] of words.entries()) {
    for (const phrase of byFirstWord.get(word.text) ?? []) {
      const last = words[index + phrase.length - 1];
      if (last === undefined || !phrase.every((expected, offset) => words[index + offset]?.text === expected)) continue;
      const before = found.at(-1);
      if (before !== undefined && word.start <= before[1]) before[1] = Math.max(before[1], last.end);
      else found.push([word.start, last.end]);
    }
  }
  return found;
}

/** Converts ranges of the text to ranges of the HTML, split at tags. */
function pieces(ranges: readonly TextRange[], places: readonly TextRange[]): TextRange[] {
  return ranges.flatMap(([start, end]) => {
    const found: [start: number, end: number][] = [];
    for (const [from, to] of places.slice(start, end)) {
      const before = found.at(-1);
      if (from === to || (before !== undefined && to <= before[1])) continue;
      if (before !== undefined && before[1] === from) before[1] = to;
      else found.push([from, to]);
    }
    return found;
  });
}
