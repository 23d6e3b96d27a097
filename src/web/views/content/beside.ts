/** Returns the node before or after a link, skipping whitespace. Null if there is none. */
export function beside(link: Node, side: "previousSibling" | "nextSibling"): ChildNode | null {
  let node = link[side];
  while (node instanceof Text && node.data.trim() === "") node = node[side];
  return node;
}
