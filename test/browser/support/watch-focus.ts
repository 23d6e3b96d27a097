/**
 * Runs in the page before anything else. Logs a console error if the focused element disappears or can no longer be
 * focused, and no other element gets the focus: users of keyboards and screen readers would be back at the start of the
 * page. After a key press, the focus must never be lost. Clicking plain text may take it from an element that still
 * exists.
 */
export function watchFocus(): void {
  /**
   * The number of consecutive checks without focus that count as a loss. It is high because parts of the page load on
   * demand.
   */
  const MOST = 20;
  const EVERY_MS = 50;
  let last: Element | undefined;
  let place = "";
  let lost = 0;
  let isByKey = false;
  for (const type of ["keydown", "pointerdown"])
    document.addEventListener(type, () => (isByKey = type === "keydown"), true);
  document.addEventListener(
    "focusin",
    ({ target }) => {
      if (!(target instanceof Element)) return;
      last = target;
      const { outerHTML } = target.cloneNode() as Element;
      const part = target.parentElement?.closest("[aria-label], main, dialog, [popover]");
      place = `${outerHTML} in ${(part?.cloneNode() as Element | undefined)?.outerHTML ?? "the page"}, at ${location.hash}`;
    },
    true,
  );
  setInterval(() => {
    // The server's own pages are left after an action, so they aren't checked.
    const isClient = document.querySelector(".shell") !== null;
    const isNowhere = isClient && document.hasFocus() && document.activeElement === document.body;
    const isThere = last?.isConnected === true && last.checkVisibility() && !last.matches(":disabled");
    const isLeft = isThere && !isByKey;
    lost = isNowhere && last !== undefined && !isLeft ? lost + 1 : 0;
    if (isNowhere && isLeft) last = undefined;
    if (lost < MOST) return;
    console.error(`the focus is nowhere, it was on ${place}`);
    last = undefined;
  }, EVERY_MS);
}
