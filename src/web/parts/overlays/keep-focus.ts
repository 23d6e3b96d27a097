import type { RefObject } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";

const REACHED = "a[href], button:not(:disabled)";

/**
 * Where an item of a list goes while it has the focus, such as one that was marked as read, the focus goes on to the item
 * in its place; to the page's main part where none is left. Otherwise those who listen would be nowhere.
 */
export function useFocusKept(list: RefObject<HTMLElement | null>, items = "li"): void {
  const last = useRef<{ readonly element: Element; readonly at: number } | undefined>(undefined);
  const all = () => [...(list.current?.querySelectorAll(items) ?? [])];
  useLayoutEffect(() => {
    const note = ({ target }: FocusEvent) => {
      if (!(target instanceof Element) || list.current?.contains(target) !== true) return;
      // What belongs to no item, such as a button above several, counts as the one after it.
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
