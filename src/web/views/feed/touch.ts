import type { ReadonlySignal } from "@preact/signals";
import type { Client } from "../../client/client.ts";
import type { FeedRoute } from "../../model/routes/place.ts";
import { openMenu } from "../../parts/overlays/menu.tsx";
import { messageWords } from "../../words/feed.ts";
import { menuEntries } from "../message/message-toolbar.tsx";
import type { Row } from "./rows.ts";

/** Handles touches on messages: a long press opens the menu. Returns a function that stops this. */
export function followTouch(client: Client, place: FeedRoute, rows: ReadonlySignal<readonly Row[]>): () => void {
  const show = async (row: HTMLElement) => {
    const message = rows.peek().find(({ key }) => key === row.dataset["row"])?.message;
    if (message === undefined) return;
    const anchor = row.querySelector(".message") ?? row;
    await openMenu(anchor, messageWords().actions, menuEntries({ client, message, place, anchor }, "all"));
  };
  const stops = [followLongPress(show), followTapsWhileWriting()];
  return () => {
    for (const stop of stops) stop();
  };
}

/**
 * Lets a tap on a message reach its target while the composer has the focus. Losing the focus shrinks the composer and
 * restores the bars, so the target would move away before the click. Therefore the focus moves after the click. Returns
 * a function that stops this.
 */
function followTapsWhileWriting(): () => void {
  let isTouch = false;
  const pointed = ({ pointerType }: PointerEvent) => {
    isTouch = pointerType === "touch";
  };
  const pressed = (event: MouseEvent) => {
    const writing = document.activeElement;
    const { target } = event;
    if (!isTouch || !(writing instanceof HTMLTextAreaElement) || !(target instanceof Element)) return;
    if (target.closest(".feed-viewport") === null || target.closest("input, textarea, select") !== null) return;
    event.preventDefault();
    const leave = () => {
      if (document.activeElement === writing) target.closest<HTMLElement>("a[href], button, [tabindex]")?.focus();
    };
    document.addEventListener("click", () => setTimeout(leave), { once: true, capture: true });
  };
  document.addEventListener("pointerdown", pointed);
  document.addEventListener("mousedown", pressed);
  return () => {
    document.removeEventListener("pointerdown", pointed);
    document.removeEventListener("mousedown", pressed);
  };
}

/** How long a press must last to open a message's menu, as usual on phones. */
const LONG_MS = 450;
/** A finger that moves further is scrolling, not pressing. */
const STEADY_PX = 10;
/** Controls, and elements whose long press the browser handles itself. */
const INTERACTIVE = "a[href], img, video, audio, input, textarea, select, button, summary, [contenteditable]";
/** Frames to wait for the menu to open. */
const SOON_FRAMES = 60;

/** Calls `show` with the feed row that is long-pressed. Returns a function that stops this. */
function followLongPress(show: (row: HTMLElement) => Promise<void>): () => void {
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
    // Lifting the finger would close the menu, like a press outside it.
    void show(row).then(() => keepOpen(() => held?.id === id, id));
  };
  const listeners = {
    pointerdown: (event: PointerEvent) => {
      end();
      hasOpened = false;
      const target = event.target instanceof Element ? event.target : undefined;
      const row = target?.closest<HTMLElement>(".feed-viewport [data-row]");
      if (event.pointerType !== "touch" || !event.isPrimary || !row || target?.closest(INTERACTIVE)) return;
      held = { id: event.pointerId, x: event.clientX, y: event.clientY, row };
      timer = setTimeout(open, LONG_MS);
    },
    pointermove: (event: PointerEvent) => {
      if (held !== undefined && Math.hypot(event.clientX - held.x, event.clientY - held.y) > STEADY_PX) end();
    },
    pointerup: end,
    pointercancel: end,
    // Prevents a click on the element now under the finger.
    touchend: (event: Event) => {
      if (hasOpened && event.cancelable) event.preventDefault();
    },
    // Some browsers detect the long press themselves, and would show a menu for selected text.
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

/** Sends the held finger's events to the opened menu, so that lifting the finger doesn't close it. */
function keepOpen(isDown: () => boolean, pointer: number): void {
  let frames = 0;
  const look = () => {
    if (!isDown() || ++frames > SOON_FRAMES) return;
    const popover = document.querySelector("[popover]:popover-open");
    if (popover === null) requestAnimationFrame(look);
    else popover.setPointerCapture(pointer);
  };
  look();
}
