import type { ShownRange } from "./shown-range.ts";

/** The rows that must stay in the document, as they hold the focus or selected text; `from` is the first row's index. */
export function heldRows(list: Element, from: number): ShownRange | undefined {
  const selection = document.getSelection();
  const nodes = [
    document.activeElement,
    ...(selection?.isCollapsed === false ? [selection.anchorNode, selection.focusNode] : []),
  ];
  const places = nodes.flatMap((node) => {
    const element = node instanceof Element ? node : node?.parentElement;
    const row = element?.closest("[data-row]");
    return row?.parentElement === list ? from + [...list.children].indexOf(row) : [];
  });
  return places.length === 0 ? undefined : { from: Math.min(...places), to: Math.max(...places) + 1 };
}
