import { codeBlock, fenceAround, inlineCode } from "./fence.ts";
import { unbroken } from "./field.ts";
import { attribute, find, type HtmlNode, hasClass, markupOfServer, tagOf, textContent } from "./markup-of-server.ts";

/** Elements that are never shown, and form controls. */
const dropped = new Set("script style head title meta link template noscript svg button iframe".split(" "));
const blocks = new Set(
  (
    "p div section article main header footer aside nav address figure figcaption form fieldset dl dt dd details summary " +
    "ul ol li table blockquote pre h1 h2 h3 h4 h5 h6 hr body html"
  ).split(" "),
);

/**
 * Converts HTML, such as pasted text or the quoted part of a message, to Markdown. turndown, the usual library for
 * this, is several times as large and has no mentions.
 */
export function markdownOfHtml(root: HtmlNode): string {
  return blocksOf(root)
    .join("\n\n")
    .replace(/(?<![^\S\n])[^\S\n]+\n/g, "\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}

/** Returns the blocks of an element. Text and inline elements between two blocks form a paragraph. */
function blocksOf(node: HtmlNode): string[] {
  const made: string[] = [];
  let line = "";
  const flush = () => {
    const text = tidy(line);
    if (text !== "") made.push(text);
    line = "";
  };
  for (const child of node.childNodes) {
    if (!isBlock(child)) {
      line += inline(child);
      continue;
    }
    flush();
    made.push(...block(child));
  }
  flush();
  return made.filter((one) => one.trim() !== "");
}

/** True if a node is or contains a block. Some editors put whole documents into an inline element, such as <b>. */
const isBlock = (node: HtmlNode): boolean =>
  blocks.has(tagOf(node)) || (tagOf(node) !== "a" && find(node, (one) => blocks.has(tagOf(one))) !== undefined);

/** Collapses spaces, and removes those at line ends. */
const tidy = (text: string) =>
  text
    .split("\n")
    .map((line) => line.replace(/[ \t\u00a0]+/g, " ").trim())
    .join("\n")
    .trim();

function block(node: HtmlNode): string[] {
  const tag = tagOf(node);
  const server = markupOfServer(node, { inline: inlineOf, blocks: blocksOf });
  if (server !== undefined) return [server];
  const heading = /^h([1-6])$/.exec(tag);
  if (heading) return [`${"#".repeat(Number(heading[1]))} ${tidy(inlineOf(node)).replaceAll("\n", " ")}`];
  switch (tag) {
    case "ul":
    case "ol":
      return [list(node, tag === "ol")];
    case "pre":
      return [preformatted(node)];
    case "blockquote": {
      const content = blocksOf(node).join("\n\n");
      const fence = fenceAround(content);
      return content === "" ? [] : [`${fence}quote\n${content}\n${fence}`];
    }
    case "table":
      return [tableMarkdown(node, (cell) => tidy(inlineOf(cell)))];
    case "hr":
      return ["---"];
    default:
      return blocksOf(node);
  }
}

function preformatted(node: HtmlNode): string {
  const inner = find(node, (one) => tagOf(one) === "code") ?? node;
  const [, language = ""] = /(?:^|\s)(?:language|lang)-([\w+#-]+)/.exec(attribute(inner, "class")) ?? [];
  return codeBlock(textContent(node), language);
}

function list(node: HtmlNode, ordered: boolean): string {
  let number = Number(attribute(node, "start") || 1);
  const lines: string[] = [];
  for (const child of node.childNodes) {
    const tag = tagOf(child);
    // A list directly within a list belongs to the preceding item.
    if (tag === "ul" || tag === "ol") lines.push(indented(list(child, tag === "ol"), "  "));
    if (tag !== "li") continue;
    const mark = ordered ? `${number}. ` : "- ";
    const [first = "", ...rest] = blocksOf(child);
    lines.push(mark + indented([first, ...rest].join("\n"), " ".repeat(mark.length)).trimStart());
    number += 1;
  }
  return lines.join("\n");
}

const indented = (text: string, by: string) => text.replace(/^(?=.)/gm, by);

const inlineOf = (node: HtmlNode): string => Array.from(node.childNodes, inline).join("");

/** Puts marks around each line, excluding the spaces at its ends. */
function marked(text: string, mark: string): string {
  return text.replace(/\S(?:.*\S)?/g, (words) => mark + words + mark);
}

function inline(node: HtmlNode): string {
  const tag = tagOf(node);
  if (node.nodeValue !== null) return tag === "#text" ? node.nodeValue.replace(/[\s\u00a0]+/g, " ") : "";
  if (dropped.has(tag)) return "";
  const server = markupOfServer(node, { inline: inlineOf, blocks: blocksOf });
  if (server !== undefined) return server;
  switch (tag) {
    case "br":
      return "\n";
    case "b":
    case "strong":
      // Google Docs wraps whole documents in <b style="font-weight: normal">.
      return /font-weight:\s*(?:normal|400)/.test(attribute(node, "style"))
        ? inlineOf(node)
        : marked(inlineOf(node), "**");
    case "i":
    case "em":
      return marked(inlineOf(node), "*");
    case "s":
    case "del":
    case "strike":
      return marked(inlineOf(node), "~~");
    case "code":
    case "kbd":
    case "samp":
    case "tt":
      return codeIn(textContent(node));
    case "a":
      return link(node);
    case "img":
      return attribute(node, "alt");
    case "audio":
      return attribute(node, "src").startsWith("/user_uploads/")
        ? `[${attribute(node, "title")}](${attribute(node, "src")})`
        : inlineOf(node);
    case "span":
      return styled(node);
    default:
      return inlineOf(node);
  }
}

const codeIn = (text: string): string => (text.trim() === "" ? text : inlineCode(text.replace(/\s+/g, " ")));

function link(node: HtmlNode): string {
  const href = attribute(node, "href");
  const text = tidy(inlineOf(node)).replaceAll("\n", " ");
  if (!/^(?:https?:|mailto:|tel:|#|\/user_uploads\/)/i.test(href) || text === "") return text;
  if (text === href || `mailto:${text}` === href) return text;
  return `[${text.replace(/[[\]]/g, "\\$&")}](${href.replace(/[\s()]/g, (one) => encodeURIComponent(one))})`;
}

/** Converts a span. Word processors write bold and italic as styles. */
function styled(node: HtmlNode): string {
  const style = attribute(node, "style");
  let text = inlineOf(node);
  if (/font-style:\s*italic/.test(style)) text = marked(text, "*");
  if (/font-weight:\s*(?:bold|[6-9]00)/.test(style)) text = marked(text, "**");
  if (/text-decoration[^;]*line-through/.test(style)) text = marked(text, "~~");
  return text;
}

export const isRich = (root: HtmlNode): boolean =>
  find(root, (node) => {
    const tag = tagOf(node);
    return (
      /^(?:b|strong|i|em|s|del|a|code|pre|ul|ol|table|blockquote|h[1-6])$/.test(tag) ||
      (tag === "span" &&
        (hasClass(node, "katex") ||
          /font-(?:style:\s*italic|weight:\s*(?:bold|[6-9]00))/.test(attribute(node, "style"))))
    );
  }) !== undefined;

/** Converts a table. Its first row becomes the header, because Markdown requires one. */
function tableMarkdown(table: HtmlNode, textOfCell: (cell: HtmlNode) => string): string {
  const rows = tableRows(table).map((row) =>
    Array.from(row.childNodes)
      .filter((cell) => tagOf(cell) === "td" || tagOf(cell) === "th")
      .map((cell) => unbroken(textOfCell(cell)).replaceAll("|", "\\|")),
  );
  const width = Math.max(0, ...rows.map((row) => row.length));
  // Single-column and single-row tables are mostly used for layout.
  if (width < 2 || rows.length < 2) return rows.map((row) => row.join(" ")).join("\n");
  const line = (row: readonly string[]) => `| ${Array.from({ length: width }, (_, at) => row[at] ?? "").join(" | ")} |`;
  const [head = [], ...body] = rows;
  return [line(head), `|${" --- |".repeat(width)}`, ...body.map(line)].join("\n");
}

function tableRows(node: HtmlNode): HtmlNode[] {
  return Array.from(node.childNodes).flatMap((child) => {
    if (tagOf(child) === "tr") return [child];
    return /^(?:thead|tbody|tfoot)$/.test(tagOf(child)) || find(child, (one) => tagOf(one) === "tr")
      ? tableRows(child)
      : [];
  });
}
