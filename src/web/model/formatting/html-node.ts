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
