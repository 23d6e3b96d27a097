import { decodeHTML } from "entities";
import { closing, type Element, elementFor, emptyRoot } from "./elements.ts";
import { attribute, piecesOf } from "./tags.ts";

/** Invisible characters that email programs use as padding. */
const UNSEEN = /[\u200b\u2060\ufeff\u00ad]|\u034f/g;

/** Escapes HTML text as Markdown that displays it literally. Text that looks like a list or quote becomes one. */
const escaped = (text: string): string =>
  text
    .replace(UNSEEN, "")
    .replace(/\\(?=[!-/:-@[-`{-~])/g, "\\\\")
    .replace(/`/g, "\\`")
    .replace(/\*(?=\S)|(?<=\S)\*/g, "\\*")
    .replace(/(?<![A-Za-z0-9])_(?=\S)|(?<=\S)_(?![A-Za-z0-9])/g, "\\_")
    .replace(/~~/g, "\\~~")
    .replace(/\](?=\()/g, "\\]")
    .replace(/^(#{1,6})(?=\s)/, "\\$1");

// turndown was considered, but it needs a DOM, which takes memory per element, and has no limits.

/** Far more HTML than anyone writes in an email. The rest is dropped. */
const MAX_CHARACTERS = 500_000;
/** More text than fits into a message. Limited because each enclosing element processes the text again. */
const MAX_TEXT = 100_000;
/** Elements nested deeper lose their formatting. */
const MAX_DEPTH = 150;
const VOID = new Set(["br", "hr", "img", "input", "meta", "link", "wbr", "area", "base", "col", "embed", "source"]);
/** Elements that implicitly end open ones (`ends`), but only within the innermost container (`within`). */
const ENDED_BY_NEXT: Readonly<
  Record<string, { readonly ends: readonly string[]; readonly within: readonly string[] }>
> = {
  li: { ends: ["li"], within: ["ul", "ol", "table"] },
  tr: { ends: ["tr"], within: ["table"] },
  td: { ends: ["td", "th"], within: ["table"] },
  th: { ends: ["td", "th"], within: ["table"] },
  p: { ends: ["p"], within: ["div", "td", "th", "li", "blockquote", "table", "ul", "ol"] },
};
const OF_TABLES = new Set(["table", "tbody", "thead", "tfoot", "tr", "td", "th"]);

/**
 * Converts an email's HTML to Markdown: text, emphasis, links, lists, quotes and tables. Pictures become their names.
 */
export function htmlToMarkdown(html: string): string {
  const open: Element[] = [emptyRoot()];
  const top = () => open.at(-1) ?? emptyRoot();
  const closeTo = (depth: number) => {
    while (open.length > depth && open.length > 1) {
      const element = open.pop();
      if (element !== undefined) closing(element, top());
    }
  };
  let room = MAX_TEXT;
  for (const piece of piecesOf(html.slice(0, MAX_CHARACTERS))) {
    if (room <= 0) break;
    const around = top();
    if (piece.kind === "text") room -= addText(around, piece.text, room);
    else if (piece.kind === "close") {
      const at = open.findLastIndex(({ name }) => name === piece.name);
      const cell = OF_TABLES.has(piece.name) ? 0 : open.findLastIndex(({ name }) => name === "td" || name === "th");
      if (at > Math.max(0, cell)) closeTo(at);
      else if (piece.name === "p" || piece.name === "br") around.text.breakLines(1);
    } else if (VOID.has(piece.name)) room -= addVoid(around, piece.name, piece.attributes);
    else {
      endNext(open, piece.name, closeTo);
      if (open.length < MAX_DEPTH) open.push(elementFor(piece.name, piece.attributes, top()));
    }
  }
  closeTo(1);
  return top()
    .text.toString()
    .split("\n")
    .map((line) => line.trimEnd())
    .join("\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}

/** Closes the elements that an element of this name implicitly ends, within its own list or table. */
function endNext(open: readonly Element[], name: string, closeTo: (depth: number) => void): void {
  const rule = ENDED_BY_NEXT[name];
  if (rule === undefined) return;
  const wall = open.findLastIndex((one) => rule.within.includes(one.name));
  const at = open.findIndex((one, index) => index > Math.max(0, wall) && rule.ends.includes(one.name));
  if (at > 0) closeTo(at);
}

/** Adds as much of a text as fits. Returns the length added. */
function addText({ isHidden, keepsSpace, text }: Element, piece: string, room: number): number {
  if (isHidden) return 0;
  const decoded = decodeHTML(piece).slice(0, room);
  return keepsSpace ? text.add(decoded.replace(/\r\n?/g, "\n")) : text.addFlowing(escaped(decoded));
}

/** Adds the text that a void element displays. Returns the length added. */
function addVoid({ isHidden, text, keepsSpace }: Element, name: string, attributes: string): number {
  if (isHidden) return 0;
  if (name === "br") return text.add("\n");
  if (name === "hr") {
    text.breakLines(2);
    text.add("---");
    text.breakLines(2);
  }
  if (name !== "img" || keepsSpace) return 0;
  return text.addFlowing(escaped(attribute(attributes, "alt")));
}
