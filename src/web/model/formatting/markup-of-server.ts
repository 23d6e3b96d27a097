import { codeBlock, fenceAround } from "./fence.ts";
import { PICTURE_LINK, PICTURE_NAME } from "./picture-classes.ts";

/** The part of a DOM node that the Markdown conversion reads. */
export interface HtmlNode {
  readonly nodeName: string;
  /** The text of a text or comment node; null for elements. */
  readonly nodeValue: string | null;
  readonly childNodes: Iterable<HtmlNode>;
  getAttribute?(name: string): string | null;
}

export const attribute = (node: HtmlNode, name: string): string => node.getAttribute?.(name) ?? "";
export const hasClass = (node: HtmlNode, name: string): boolean => attribute(node, "class").split(/\s+/).includes(name);
export const tagOf = (node: HtmlNode): string => node.nodeName.toLowerCase();

export function textContent(node: HtmlNode): string {
  if (node.nodeValue !== null) return tagOf(node) === "#text" ? node.nodeValue : "";
  return Array.from(node.childNodes, textContent).join("");
}

export function find(node: HtmlNode, isWanted: (one: HtmlNode) => boolean): HtmlNode | undefined {
  for (const child of node.childNodes) {
    if (isWanted(child)) return child;
    const below = find(child, isWanted);
    if (below !== undefined) return below;
  }
  return undefined;
}

interface Conversions {
  inline(node: HtmlNode): string;
  blocks(node: HtmlNode): string[];
}

/**
 * Returns the Markdown of an element that renders the server's own Markdown extensions, or undefined for other
 * elements.
 */
export function markupOfServer(node: HtmlNode, { inline, blocks }: Conversions): string | undefined {
  if (node.nodeValue !== null) return undefined;
  const text = () => textContent(node);
  if (hasClass(node, "user-mention") || hasClass(node, "topic-mention")) return mention(node, text());
  if (hasClass(node, "user-group-mention")) return `@_*${text().replace(/^@/, "")}*`;
  if (hasClass(node, "emoji")) return attribute(node, "alt") || text();
  if (hasClass(node, PICTURE_LINK)) return inline(node);
  if (hasClass(node, "inline-image"))
    return `![${node.getAttribute?.("data-name") ?? attribute(node, "alt")}](${attribute(node, "data-original-src")})`;
  if (hasClass(node, "stream") && tagOf(node) === "a") return `#**${text().replace(/^#/, "")}**`;
  if (hasClass(node, "stream-topic")) return topicLink(text());
  if (hasClass(node, "katex-display")) return `\`\`\`math\n${formula(node)}\n\`\`\``;
  if (hasClass(node, "katex")) return `$$${formula(node)}$$`;
  // Omits the language and buttons that the client shows above the code.
  if (hasClass(node, "codehilite")) return code(node, textContent(find(node, (one) => tagOf(one) === "pre") ?? node));
  if (hasClass(node, "spoiler-block")) return spoiler(node, { inline, blocks });
  if (hasClass(node, "message_inline_image") || hasClass(node, "message_embed")) {
    // A preview duplicates a link in the text, unless the client has moved the link onto the image.
    const name = find(node, (one) => hasClass(one, PICTURE_NAME));
    return name === undefined ? "" : inline({ nodeName: "p", nodeValue: null, childNodes: [name] });
  }
  if (tagOf(node) === "time" && attribute(node, "datetime") !== "") return `<time:${attribute(node, "datetime")}>`;
  return undefined;
}

/** Returns a silent mention, so that quoting notifies no one. */
function mention(node: HtmlNode, text: string): string {
  const name = text.replace(/^@/, "");
  const id = attribute(node, "data-user-id");
  return id === "" || id === "*" ? `@_**${name}**` : `@_**${name}|${id}**`;
}

function topicLink(text: string): string {
  const [, channel = "", topic = ""] = /^#(.+?) > (.*)$/.exec(text) ?? [];
  return channel === "" ? text : `#**${channel}>${topic}**`;
}

function formula(node: HtmlNode): string {
  const source = find(node, (one) => tagOf(one) === "annotation");
  return (source === undefined ? "" : textContent(source)).trim();
}

function code(node: HtmlNode, text: string): string {
  const language = attribute(node, "data-code-language").toLowerCase();
  // The attribute holds the language's name. Names with spaces can't follow a fence.
  const written = language === "text only" ? "text" : language.includes(" ") ? "" : language;
  return codeBlock(text, written);
}

function spoiler(node: HtmlNode, { inline, blocks }: Conversions): string {
  const header = find(node, (one) => hasClass(one, "spoiler-header"));
  const content = find(node, (one) => hasClass(one, "spoiler-content"));
  const body = content === undefined ? "" : blocks(content).join("\n\n");
  const fence = fenceAround(body);
  const title = header === undefined ? "" : inline(header).trim();
  return `${fence}spoiler ${title}\n${body}\n${fence}`;
}
