import { bold, code, fenced, link } from "../../incoming-webhooks/render/compose.ts";
import { attribute } from "./tags.ts";

interface Cell {
  readonly text: string;
  readonly isHead: boolean;
}

const MAX_COLUMNS = 12;

/**
 * Converts rows to Markdown: a table if it has header cells, otherwise lines, because most tables in emails are just
 * layout.
 */
function rowsAsMarkdown(rows: readonly (readonly Cell[])[]): string {
  const filled = rows.filter((row) => row.some(({ text }) => text !== ""));
  const [head, ...others] = filled;
  if (head === undefined) return "";
  const isPlain = filled.every((row) => row.every(({ text }) => !text.includes("\n")));
  const isTable = head.length > 1 && head.length <= MAX_COLUMNS && head.every(({ isHead }) => isHead);
  if (!isPlain) return filled.map((row) => texts(row).join("\n\n")).join("\n\n");
  if (!isTable || others.length === 0) return filled.map((row) => texts(row).join(" ")).join("\n");
  return [line(head), line(head.map(() => ({ text: "---", isHead: true }))), ...others.map(line)].join("\n");
}

const texts = (row: readonly Cell[]) => row.map(({ text }) => text).filter((text) => text !== "");
const line = (row: readonly Cell[]) => `| ${row.map(({ text }) => text.replace(/\|/g, "\\|")).join(" | ")} |`;

/** An append-only Markdown buffer that keeps track of how it ends. */
class MarkdownText {
  readonly #pieces: string[] = [];
  #ending = "";

  get isEmpty(): boolean {
    return this.#pieces.length === 0;
  }

  /** Whether text added now would start a line. */
  get beginsLine(): boolean {
    return this.isEmpty || this.#ending.endsWith("\n");
  }

  /** Appends text unchanged. Returns its length. */
  add(text: string): number {
    if (text === "") return 0;
    this.#pieces.push(text);
    this.#ending = text.length > 1 ? text.slice(-2) : `${this.#ending.slice(-1)}${text}`;
    return text.length;
  }

  /** Appends text, collapsing whitespace and dropping it at the start of a line. */
  addFlowing(text: string): number {
    const spaced = text.replace(/[\s\u00a0]+/g, " ");
    return this.add(this.beginsLine || this.#ending.endsWith(" ") ? spaced.replace(/^ /, "") : spaced);
  }

  /** Starts a new line, or with 2 a new paragraph, unless one has just started. */
  breakLines(count: 1 | 2): void {
    if (this.isEmpty) return;
    const missing = count - (/\n*$/.exec(this.#ending)?.[0].length ?? 0);
    if (missing > 0) this.add("\n".repeat(missing));
  }

  toString(): string {
    return this.#pieces.join("");
  }
}

/** An open element while HTML is read, with the Markdown of its content. */
export interface Element {
  readonly name: string;
  readonly text: MarkdownText;
  readonly isHidden: boolean;
  readonly keepsSpace: boolean;
  readonly attributes: string;
  /** Nesting depth of quotes and of lists. */
  readonly quotes: number;
  readonly lists: number;
  /** Number of enclosing elements with their own text. Each of them processes the text again. */
  readonly texts: number;
  /** Cells of the enclosing table, row by row; null outside tables. */
  readonly rows: Cell[][] | null;
  /** Number of list items so far. */
  items: number;
  /** Whether the content is added directly to the surrounding text. */
  readonly flows: boolean;
}

const MAX_QUOTES = 5;
const MAX_LISTS = 6;
/**
 * Maximum nesting of elements with their own text, more than real tables need. Deeper elements get none, and no
 * formatting.
 */
const MAX_TEXTS = 40;

const PARAGRAPHS = new Set(["p", "h1", "h2", "h3", "h4", "h5", "h6", "blockquote", "ul", "ol", "pre", "table", "dl"]);
const LINES = new Set(
  "div section article header footer main address center figure figcaption dt dd form fieldset caption tr body html".split(
    " ",
  ),
);
/** Elements whose text is transformed when they end, so that they need a separate buffer. */
const OWN_TEXT = new Set(
  "b strong i em s strike del code tt kbd samp a h1 h2 h3 h4 h5 h6 blockquote li pre table td th".split(" "),
);

export const emptyRoot = (): Element => ({
  ...{ name: "", attributes: "", isHidden: false, keepsSpace: false, flows: false },
  ...{ quotes: 0, lists: 0, items: 0, texts: 0 },
  text: new MarkdownText(),
  rows: null,
});

export function elementFor(name: string, attributes: string, around: Element): Element {
  const breaks = PARAGRAPHS.has(name) && !(around.lists > 0 && (name === "ul" || name === "ol")) ? 2 : 1;
  if (PARAGRAPHS.has(name) || LINES.has(name)) around.text.breakLines(breaks);
  if (name === "tr") around.rows?.push([]);
  const isList = name === "ul" || name === "ol";
  const flows = !OWN_TEXT.has(name) || around.texts >= MAX_TEXTS;
  const isQuote = name === "blockquote" && around.quotes < MAX_QUOTES;
  return {
    name,
    attributes,
    flows,
    text: flows ? around.text : new MarkdownText(),
    isHidden: around.isHidden || /display\s*:\s*none|mso-hide\s*:\s*all/i.test(attribute(attributes, "style")),
    keepsSpace: around.keepsSpace || name === "pre",
    quotes: around.quotes + (isQuote ? 1 : 0),
    lists: around.lists + (isList ? 1 : 0),
    texts: around.texts + (flows ? 0 : 1),
    items: isList ? Number.parseInt(attribute(attributes, "start") || "1", 10) - 1 || 0 : 0,
    rows: name === "table" ? [] : around.rows,
  };
}

export function closing(element: Element, around: Element): void {
  const { name, attributes } = element;
  const content = element.flows ? "" : element.text.toString();
  const mark = MARKS[name];
  if (mark !== undefined) around.text.add(wrapped(content, mark));
  else if (CODE.has(name)) around.text.add(around.keepsSpace ? content : wrapped(unescaped(content), code));
  else if (name === "a") around.text.add(wrapped(content, (inner) => linked(inner, attribute(attributes, "href"))));
  else if (name === "li") addItem(around, content);
  else if (name === "td" || name === "th") addCell(around, content, name === "th");
  else if (!element.flows) addParagraph(around, paragraphOf(element, around, content));
  else if (PARAGRAPHS.has(name)) around.text.breakLines(around.lists > 0 ? 1 : 2);
  else if (LINES.has(name)) around.text.breakLines(1);
}

const strong = bold;
const emphasized = (inner: string) => `*${inner.replace(/(?<!\\)\*(?!\*)/g, "")}*`;
const struck = (inner: string) => `~~${inner}~~`;
const MARKS: Readonly<Record<string, (inner: string) => string>> = {
  ...{ b: strong, strong, i: emphasized, em: emphasized, s: struck, strike: struck, del: struck },
};
const CODE = new Set(["code", "tt", "kbd", "samp"]);

function paragraphOf({ name, rows, attributes }: Element, around: Element, content: string): string {
  if (name === "blockquote") return around.quotes < MAX_QUOTES ? prefixed(content, "> ") : content.trim();
  if (name === "pre") return isSignature(attributes) ? content.trim() : fenced(content, "");
  if (name === "table") return `${content.trim()}\n\n${rowsAsMarkdown(rows ?? [])}`.trim();
  return heading(name, content);
}

/** Thunderbird's signature marker. */
const isSignature = (attributes: string) => /\bmoz-signature\b/.test(attribute(attributes, "class"));

function addParagraph(around: Element, text: string): void {
  around.text.breakLines(2);
  around.text.add(text);
  around.text.breakLines(2);
}

/** Wraps text in marks, keeping surrounding whitespace outside. Text of several paragraphs gets no marks. */
function wrapped(content: string, mark: (inner: string) => string): string {
  const inner = content.trim();
  if (inner === "" || inner.includes("\n\n")) return content;
  const start = content.slice(0, content.length - content.trimStart().length);
  return start + mark(inner) + content.slice(content.trimEnd().length);
}

function linked(text: string, href: string): string {
  const url = /^mailto:/i.test(href) ? href.replace(/^mailto:|\?.*$/gi, "") : href;
  const shown = unescaped(text);
  if (shown === url || shown === url.replace(/^https?:\/\/|\/$/gi, "") || `${shown}/` === url) return shown;
  return /^https?:/i.test(url) ? link(text, url) : text;
}

const unescaped = (text: string) => text.replace(/\\([!-/:-@[-`{-~])/g, "$1");

function heading(name: string, content: string): string {
  const line = content.replace(/\s+/g, " ").trim();
  return line === "" ? "" : `${"#".repeat(Number(name.slice(1)))} ${line}`;
}

function addCell({ name, rows, text }: Element, content: string, isHead: boolean): void {
  const row = name === "tr" ? rows?.at(-1) : undefined;
  if (row !== undefined) row.push({ text: content.trim(), isHead });
  else text.add(`${text.beginsLine ? "" : " "}${content.trim()} `);
}

function addItem(around: Element, content: string): void {
  const lines = content
    .trim()
    .replace(/\n{2,}/g, "\n")
    .split("\n");
  if (lines.join("") === "") return;
  around.items += 1;
  const mark = around.name === "ol" ? `${around.items}. ` : "* ";
  const indent = around.lists <= MAX_LISTS ? " ".repeat(mark.length) : "";
  around.text.breakLines(1);
  around.text.add(mark + lines.join(`\n${indent}`));
  around.text.breakLines(1);
}

const prefixed = (text: string, prefix: string): string =>
  text
    .trim()
    .replace(/\n{3,}/g, "\n\n")
    .split("\n")
    .map((line) => `${prefix}${line}`.trimEnd())
    .join("\n");
