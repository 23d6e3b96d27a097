import { type Edit, type Field, selectedLines, selectedOf } from "./field.ts";

/** Marks placed before and after a text. */
export type InlineMark = "**" | "*" | "~~" | "$$";

/** The prefix of a list item, quote or heading. Marks go after it. */
const linePrefix = /^\s*(?:>\s?)*(?:[-*+]\s+|\d+[.)]\s+|#{1,6}\s+)?/;

/** Adds marks around the selection, or removes them. Each line gets its own marks, because marks can't span lines. */
export function toggleMark(field: Field, mark: InlineMark): Edit {
  return selectedOf(field).includes("\n") ? toggleLines(field, mark) : toggleWithin(field, mark);
}

/** True if a run of `run` mark characters contains a mark. Three stars are bold and italic. */
function hasMark(run: number, mark: InlineMark): boolean {
  if (mark === "*") return run === 1 || run >= 3;
  return run >= mark.length;
}

function runAt(text: string, at: number, step: 1 | -1, character: string): number {
  let length = 0;
  while (text[at + step * length] === character) length += 1;
  return length;
}

function toggleWithin({ text, start, end }: Field, mark: InlineMark): Edit {
  const selected = text.slice(start, end);
  const from = start + (selected.length - selected.trimStart().length);
  const to = Math.max(from, end - (selected.length - selected.trimEnd().length));
  const character = mark.charAt(0);
  const { length } = mark;
  const outside = Math.min(runAt(text, from - 1, -1, character), runAt(text, to, 1, character));
  if (hasMark(outside, mark)) {
    const insert = text.slice(from, to);
    return { from: from - length, to: to + length, insert, start: from - length, end: to - length };
  }
  const inner = text.slice(from, to);
  const inside = Math.min(runAt(inner, 0, 1, character), runAt(inner, inner.length - 1, -1, character));
  if (hasMark(inside, mark) && inner.length > 2 * length) {
    const insert = inner.slice(length, -length);
    return { from, to, insert, start: from, end: from + insert.length };
  }
  return { from, to, insert: mark + inner + mark, start: from + length, end: to + length };
}

function toggleLines(field: Field, mark: InlineMark): Edit {
  const { from, to } = selectedLines(field);
  const lines = field.text.slice(from, to).split("\n");
  const parts = lines.map((line) => {
    const prefix = linePrefix.exec(line)?.[0] ?? "";
    return { prefix, body: line.slice(prefix.length).trimEnd() };
  });
  const isMarked = (body: string) => {
    const run = Math.min(runAt(body, 0, 1, mark.charAt(0)), runAt(body, body.length - 1, -1, mark.charAt(0)));
    return body.length > 2 * mark.length && hasMark(run, mark);
  };
  const marked = parts.every(({ body }) => body === "" || isMarked(body));
  const changed = parts.map(({ prefix, body }) => {
    if (body === "") return prefix.trimEnd();
    if (marked) return prefix + body.slice(mark.length, -mark.length);
    return isMarked(body) ? prefix + body : prefix + mark + body + mark;
  });
  const insert = changed.join("\n");
  return { from, to, insert, start: from, end: from + insert.length };
}

const address = /^(?:https?:\/\/|mailto:)\S+$/i;

const isAddress = (text: string): boolean => address.test(text.trim());

/** Turns the selection into a link, and selects the part still to be typed. A selected link becomes its text. */
export function toggleLink(field: Field): Edit {
  const { start, end } = field;
  const selected = selectedOf(field);
  const [, linked] = /^\[([^\]\n]*)\]\(([^)\s]*)\)$/.exec(selected) ?? [];
  if (linked !== undefined) return { from: start, to: end, insert: linked, start, end: start + linked.length };
  if (isAddress(selected)) {
    return { from: start, to: end, insert: `[](${selected.trim()})`, start: start + 1, end: start + 1 };
  }
  const insert = `[${selected}](url)`;
  if (selected === "") return { from: start, to: end, insert: "[](url)", start: start + 1, end: start + 1 };
  // The URL is selected, so that pasting or typing replaces it.
  return { from: start, to: end, insert, start: start + selected.length + 3, end: start + selected.length + 6 };
}

/**
 * Turns the selected text into a link when a URL is pasted over it. Returns undefined if the URL should be pasted as
 * is.
 */
export function pasteAddress(field: Field, pasted: string): Edit | undefined {
  const selected = selectedOf(field);
  const url = pasted.trim();
  if (!isAddress(url) || selected.trim() === "" || /[\n[\]]/.test(selected) || isAddress(selected)) return undefined;
  const around = field.text.slice(Math.max(0, field.start - 2), field.start);
  // The selection is a link's URL, so the pasted URL simply replaces it.
  if (around === "](") return undefined;
  const insert = `[${selected.trim()}](${url})`;
  const caret = field.start + insert.length;
  return { from: field.start, to: field.end, insert, start: caret, end: caret };
}
