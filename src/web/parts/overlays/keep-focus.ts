import type { RefObject } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";

const REACHED = "a[href], button:not(:disabled)";

/**
 * Moves the focus when the focused list item is removed, such as one marked as read: to the item that takes its place,
 * or to the page's main part if none is left. Otherwise screen reader users would lose their place.
 */
export function useFocusKept(list: RefObject<HTMLElement | null>): void {
  const last = useRef<{ readonly element: Element; readonly at: number } | undefined>(undefined);
  const all = () => [...(list.current?.querySelectorAll("li") ?? [])];
  useLayoutEffect(() => {
    const note = ({ target }: FocusEvent) => {
      if (!(target instanceof Element) || list.current?.contains(target) !== true) return;
      // An element outside all items, such as a button above several, counts as part of the next item.
      const after = (item: Element) =>
        item.contains(target) || (target.compareDocumentPosition(item) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
      last.current = { element: target, at: all().findIndex(after) };
    };
    document.addEventListener("focusin", note);
    return () => document.removeEventListener("focusin", note);
  }, []);
  useLayoutEffect(() => {
    const { current } = last;
    if (current === undefined || current.element.isConnected) return;
    last.current = undefined;
    if (document.activeElement !== document.body) return;
    const left = all();
    const next = left[Math.min(Math.max(0, current.at), left.length - 1)];
    (next?.querySelector<HTMLElement>(REACHED) ?? document.querySelector("main"))?.focus();
  });
}
