/**
 * Makes the Tab key, in both directions, enter a feed at the message that is being read. Without it, the focus would go to
 * the first or last link in the document, which can be far away. Returns a function that ends it.
 */
export function enterAtMessage(
  viewport: HTMLElement,
  list: HTMLElement,
  messageNow: () => HTMLElement | undefined,
): () => void {
  /** The scroll position when Tab was pressed outside the list. */
  let scrolled: number | undefined;
  const pressed = ({ key }: KeyboardEvent) => {
    scrolled = key === "Tab" && !list.contains(document.activeElement) ? viewport.scrollTop : undefined;
  };
  const came = ({ target }: FocusEvent) => {
    const before = scrolled;
    scrolled = undefined;
    if (before === undefined) return;
    viewport.scrollTop = before;
    const message = messageNow();
    if (message !== target) message?.focus({ preventScroll: true });
  };
  document.addEventListener("keydown", pressed, true);
  list.addEventListener("focusin", came);
  return () => {
    document.removeEventListener("keydown", pressed, true);
    list.removeEventListener("focusin", came);
  };
}
