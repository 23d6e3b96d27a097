/**
 * Lets the Tab key enter a feed at the message that is being read, from whichever side it comes, and not at the first link
 * of all that is drawn, which may be far away. Returns what ends it.
 */
export function enterAtMessage(
  viewport: HTMLElement,
  list: HTMLElement,
  messageNow: () => HTMLElement | undefined,
): () => void {
  /** Where it was scrolled to when the key was pressed outside. */
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
