/**
 * Runs in the page before anything else. Tells as an error of the console when what had the focus has gone away, or cannot have
 * it any more, and nothing has it then: whoever uses the keyboard, or listens, is at the beginning of the page again. Where
 * a page gives the focus away by itself (`blur()`), that is no loss.
 */
export function watchFocus(): void {
  /** How often in a row nothing has the focus until that counts: parts of the page are loaded when they are needed. */
  const MOST = 20;
  const EVERY_MS = 50;
  let last: Element | undefined;
  let place = "";
  let lost = 0;
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
    // The server's own pages are left with what is done on them.
    const isClient = document.querySelector(".shell") !== null;
    const isNowhere = isClient && document.hasFocus() && document.activeElement === document.body;
    const isUsable = last?.isConnected === true && last.checkVisibility() && !last.matches(":disabled");
    lost = isNowhere && last !== undefined && !isUsable ? lost + 1 : 0;
    if (isNowhere && isUsable) last = undefined;
    if (lost < MOST) return;
    console.error(`the focus is nowhere, it was on ${place}`);
    last = undefined;
  }, EVERY_MS);
}
