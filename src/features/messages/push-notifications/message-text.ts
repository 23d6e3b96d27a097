import { decodeEntity } from "../core/search/html-text.ts";
import { attributeIn, characterOf, ENTITY, PIECE, VOID } from "./html-pieces.ts";

const MAX_CHARACTERS = 200;
const ELISION = "[…]";

/**
 * Returns the text of a message for a notification: its rendered content without markup, truncated. Quotations are
 * elided, unless the message contains nothing else.
 */
export function messageText(html: string): string {
  const own = htmlToText(html.replace(INTRODUCTION, ""), false).replace(/(?:\[…\]\s*)+/g, `${ELISION}\n`);
  const text = own.trim() === ELISION ? htmlToText(html, true) : own;
  return truncate(text, MAX_CHARACTERS);
}

/** Returns the text of a message with its quotations, truncated to `most` characters. */
export const wholeText = (html: string, most: number): string => truncate(htmlToText(html, true), most);

function truncate(text: string, most: number): string {
  const characters = [...text.trim().replace(/(?<!\s)\s*\n\s*\n/g, "\n")];
  return characters.length <= most ? characters.join("") : `${characters.slice(0, most).join("")}…`;
}

/** Line before a quotation: a silent mention, a link to the message, and a colon. */
const INTRODUCTION =
  /<p><span class="user-mention silent"[^>]*>[^<]*<\/span> <a [^>]*>[^<]*<\/a>:<\/p>\s*(?=<blockquote>)/g;
/** An element still open while the HTML is read, with its text so far. */
interface Element {
  readonly tag: string;
  readonly attributes: string;
  text: string;
  /** Number of items so far, in an ordered list. */
  items: number;
}

/** Returns the text of rendered HTML. Line breaks between blocks are already in the HTML. */
function htmlToText(html: string, keepsQuotes: boolean): string {
  const root: Element = { tag: "", attributes: "", text: "", items: 0 };
  const open = [root];
  for (const [piece, slash, name, attributes = ""] of html.matchAll(PIECE)) {
    const tag = name?.toLowerCase();
    const current = open.at(-1) ?? root;
    if (tag === undefined) current.text += piece.length > 1 && piece.startsWith("&") ? decodeOrKeep(piece) : piece;
    else if (tag === "img") current.text += attributeIn(attributes, "alt").replace(ENTITY, decodeOrKeep);
    else if (VOID.has(tag)) continue;
    else if (slash === "") open.push({ tag, attributes, text: "", items: 0 });
    else if (open.length > 1) {
      open.pop();
      closeElement(current, open, keepsQuotes);
    }
  }
  return root.text;
}

/** Appends a closed element's text to its parent. */
function closeElement(ended: Element, open: readonly Element[], keepsQuotes: boolean): void {
  const around = open.at(-1);
  if (around === undefined) return;
  const { tag, text } = ended;
  const classes = attributeIn(ended.attributes, "class").split(" ");
  const emoji = classes.find((one) => /^emoji-[\da-f-]+$/.test(one));
  if (classes.includes("katex-html") || classes.includes("spoiler-content")) return;
  if (emoji !== undefined) around.text += characterOf(emoji);
  // KaTeX puts the formula's source into an annotation after the rendered formula.
  else if (tag === "annotation") around.text = `$$${text}$$`;
  else if (tag === "blockquote") around.text += keepsQuotes ? quoted(text) : ELISION;
  else if (tag === "ol") around.text += `${around.tag === "li" ? "\n" : ""}${text.replace(/^\n+|\n+$/g, "")}`;
  else if (tag === "li" && around.tag === "ol") around.text += numberItem(text, around, open);
  else if (classes.includes("spoiler-header")) around.text += `${text.trim()} (…)\n`.trimStart();
  // A recording is represented by its title.
  else if (tag === "audio") around.text += attributeIn(ended.attributes, "title").replace(ENTITY, decodeOrKeep);
  else around.text += text;
}

const quoted = (text: string) =>
  text
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => `> ${line}\n`)
    .join("");

function numberItem(text: string, list: Element, open: readonly Element[]): string {
  const number = Number(attributeIn(list.attributes, "start") || "1") + list.items;
  list.items += 1;
  const depth = open.filter(({ tag }) => tag === "ol").length - 1;
  return `${"  ".repeat(depth)}${number}. ${text.trim()}`;
}

const decodeOrKeep = (entity: string) => decodeEntity(entity, entity);
