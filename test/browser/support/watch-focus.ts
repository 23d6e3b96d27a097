/**
 * Runs in the page before anything else. Tells as an error of the console when what had the focus has gone away, or cannot have
 * it any more, and nothing has it then: whoever uses the keyboard, or listens, is at the beginning of the page again. After
 * a key, nothing may ever be without the focus; a press of the pointer on plain text takes it from what still is there.
 */
export function watchFocus(): void {
  /** How often in a row nothing has the focus until that counts: parts of the page are loaded when they are needed. */
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
    // The server's own pages are left with what is done on them.
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
