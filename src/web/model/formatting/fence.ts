import { type Edit, type Field, selectedLines, selectedOf } from "./field.ts";

/** Kinds of fenced blocks; "" is code. */
type FenceKind = "" | "quote" | "spoiler" | "math";

const fenceLine = /^(`{3,}|~{3,})\s*(.*)$/;

/** Returns a fence long enough that nothing in the content closes it. */
export function fenceAround(content: string): string {
  let longest = 2;
  for (const [run] of content.matchAll(/^ *`{3,}/gm)) longest = Math.max(longest, run.trimStart().length);
  return "`".repeat(longest + 1);
}

export function codeBlock(text: string, language: string): string {
  const content = text.replace(/(?<!\n)\n+$/, "");
  const fence = fenceAround(content);
  return `${fence}${language}\n${content}\n${fence}`;
}

/** Formats a string as inline code. It can contain backticks. */
export function inlineCode(text: string): string {
  const longest = Math.max(0, ...Array.from(text.matchAll(/`+/g), ([run]) => run.length));
  const mark = "`".repeat(longest + 1);
  const space = /^`|`$/.test(text) ? " " : "";
  return mark + space + text + space + mark;
}

/** Puts the selected lines into a fenced block, or removes the fences of their block if there is one. */
export function toggleFence(field: Field, kind: FenceKind): Edit {
  return takenOut(field, kind) ?? putIn(field, kind);
}

function putIn(field: Field, kind: FenceKind): Edit {
  const { from, to } = selectedLines(field);
  const content = field.text.slice(from, to);
  const fence = fenceAround(content);
  const opening = `${fence}${kind}${kind === "spoiler" ? " " : ""}`;
  const insert = `${opening}\n${content}\n${fence}`;
  const inner = from + opening.length + 1;
  // The caret goes to a spoiler's title. In other blocks, the content is selected.
  if (kind === "spoiler") return { from, to, insert, start: inner - 1, end: inner - 1 };
  return { from, to, insert, start: inner, end: inner + content.length };
}

/**
 * Removes fences of a kind that are around the selection, or are its first and last line. Undefined if there are none.
 */
function takenOut(field: Field, kind: FenceKind): Edit | undefined {
  const lines = field.text.split("\n");
  const starts: number[] = [];
  let at = 0;
  for (const line of lines) {
    starts.push(at);
    at += line.length + 1;
  }
  const { from, to } = selectedLines(field);
  const first = starts.indexOf(from);
  let last = first;
  while ((starts[last + 1] ?? Number.POSITIVE_INFINITY) <= to) last += 1;
  const isFence = (line: number, info: string | undefined) => {
    const [, mark, rest = ""] = fenceLine.exec(lines[line] ?? "") ?? [];
    return mark !== undefined && (info === undefined ? rest === "" : rest.trim().split(" ")[0] === info);
  };
  // The opening fence of a code block can name any language.
  const opens = (line: number) => (kind === "" ? fenceLine.test(lines[line] ?? "") : isFence(line, kind));
  let [opening, closing] = [first, last];
  if (!(first < last && opens(first) && isFence(last, undefined))) [opening, closing] = [first - 1, last + 1];
  if (!(opens(opening) && isFence(closing, undefined))) return undefined;
  const inner = lines.slice(opening + 1, closing).join("\n");
  const begin = starts[opening] ?? 0;
  const end = (starts[closing] ?? 0) + (lines[closing]?.length ?? 0);
  return { from: begin, to: end, insert: inner, start: begin, end: begin + inner.length };
}

/**
 * Turns the selection into code, or code back into text: with backticks within a line, with a fenced block for several
 * lines.
 */
export function toggleCode(field: Field): Edit {
  const selected = selectedOf(field);
  if (selected.includes("\n")) return toggleFence(field, "");
  const { text, start, end } = field;
  const before = /`+$/.exec(text.slice(0, start))?.[0] ?? "";
  const after = /^`+/.exec(text.slice(end))?.[0] ?? "";
  if (before !== "" && before === after && before.length < 3) {
    const from = start - before.length;
    return { from, to: end + after.length, insert: selected, start: from, end: from + selected.length };
  }
  const [, inner] = /^(?:`([^`]+)`)$/.exec(selected) ?? [];
  if (inner !== undefined) return { from: start, to: end, insert: inner, start, end: start + inner.length };
  const insert = inlineCode(selected);
  const open = (insert.length - selected.length) / 2;
  return { from: start, to: end, insert, start: start + open, end: end + open };
}

interface QuotedMessage {
  /** A silent mention of the sender. */
  readonly sender: string;
  readonly address: string;
  readonly content: string;
  /** The word between the sender and the quotation, such as "said". */
  readonly said: string;
}

/** Quotes a message as Markdown, for a reply below it. */
export function quotation({ sender, address, content, said }: QuotedMessage): string {
  const fence = fenceAround(content);
  return `${sender} [${said}](${address}):\n${fence}quote\n${content.trim()}\n${fence}\n`;
}
