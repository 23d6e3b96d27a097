/** So long a finger rests on a message before that shows what can be done with it, as it is everywhere on phones. */
const LONG_MS = 450;
/** A finger that moves further scrolls. */
const STEADY_PX = 10;
/** What the browser has something of its own for, or that is written in. */
const OWN = "a[href], img, video, audio, input, textarea, select, button, summary, [contenteditable]";
/** So many frames a menu may take to come. */
const SOON = 60;

/** Calls `show` with the row of a feed on which a finger rests. Returns what ends it. */
export function followLongPress(show: (row: HTMLElement) => Promise<void>): () => void {
  let held: { readonly id: number; readonly x: number; readonly y: number; readonly row: HTMLElement } | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let hasOpened = false;
  const end = () => {
    clearTimeout(timer);
    held = undefined;
  };
  const open = () => {
    clearTimeout(timer);
    if (held === undefined) return;
    const { id, row } = held;
    hasOpened = true;
    // What opens while the finger is down would be closed when it goes up again, as by a press elsewhere.
    void show(row).then(() => keepOpen(() => held?.id === id, id));
  };
  const listeners = {
    pointerdown: (event: PointerEvent) => {
      end();
      hasOpened = false;
      const target = event.target instanceof Element ? event.target : undefined;
      const row = target?.closest<HTMLElement>(".feed-viewport [data-row]");
      if (event.pointerType !== "touch" || !event.isPrimary || !row || target?.closest(OWN)) return;
      held = { id: event.pointerId, x: event.clientX, y: event.clientY, row };
      timer = setTimeout(open, LONG_MS);
    },
    pointermove: (event: PointerEvent) => {
      if (held !== undefined && Math.hypot(event.clientX - held.x, event.clientY - held.y) > STEADY_PX) end();
    },
    pointerup: end,
    pointercancel: end,
    // Lifted is the finger from what lies under it now, which it has not pressed.
    touchend: (event: Event) => {
      if (hasOpened && event.cancelable) event.preventDefault();
    },
    // Some browsers say so themselves, and would show a menu for selected text.
    contextmenu: (event: Event) => {
      if (held !== undefined) event.preventDefault();
    },
  };
  for (const [type, run] of Object.entries(listeners))
    document.addEventListener(type, run as EventListener, { passive: false });
  return () => {
    end();
    for (const [type, run] of Object.entries(listeners)) document.removeEventListener(type, run as EventListener);
  };
}

/** Lets the finger that is down go up within what has opened. */
function keepOpen(isDown: () => boolean, pointer: number): void {
  let frames = 0;
  const look = () => {
    if (!isDown() || ++frames > SOON) return;
    const popover = document.querySelector("[popover]:popover-open");
    if (popover === null) requestAnimationFrame(look);
    else popover.setPointerCapture(pointer);
  };
  look();
}
