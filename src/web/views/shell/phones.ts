import { effect } from "@preact/signals";
import type { Client } from "../../client/client.ts";

/** Minimum covered height that counts as the keyboard, in pixels. The browser's own bar is lower. */
const MIN_PX = 120;

/**
 * Keeps the page as high as the part of the window not covered by the phone's keyboard. Most browsers do this
 * themselves (`interactive-widget` in the page's head), but Safari puts its keyboard over the page and scrolls the page
 * away.
 */
export function followVisibleHeight(): void {
  const viewport = window.visualViewport;
  if (viewport === null) return;
  const measure = () => {
    const isCovered = viewport.scale === 1 && innerHeight - viewport.height > MIN_PX;
    const { style } = document.documentElement;
    if (isCovered) style.setProperty("--visible-height", `${Math.round(viewport.height)}px`);
    else style.removeProperty("--visible-height");
    if (isCovered && viewport.offsetTop > 0) scrollTo(0, 0);
  };
  viewport.addEventListener("resize", measure);
  viewport.addEventListener("scroll", measure);
}

/**
 * Hides the bottom bar until a press that takes the focus from a field is over. If the bar returned before the release,
 * it would move or cover the pressed element, which would then receive no click.
 */
export function holdBottomBar(): void {
  const { dataset } = document.documentElement;
  let isPressed = false;
  const release = () => {
    if (!isPressed) delete dataset["barHeld"];
  };
  // Waits until after the click, which comes in the same task as the release or, for fingers, as the lost focus.
  const releaseSoon = () => setTimeout(release);
  const follow = ({ type }: Event) => {
    isPressed = type === "pointerdown";
    releaseSoon();
  };
  for (const type of ["pointerdown", "pointerup", "pointercancel"]) addEventListener(type, follow, { capture: true });
  addEventListener("focusout", ({ target }) => {
    if (!(target instanceof Element && target.matches("textarea, input:read-write"))) return;
    dataset["barHeld"] = "";
    releaseSoon();
  });
}

/** Declared here, because TypeScript's types lack it. Not all browsers support it. */
declare const CloseWatcher: new () => { onclose: (() => void) | null; destroy(): void };

/**
 * Makes "back" close panes and dialogs. On phones with `CloseWatcher`, the system's back gesture only closes the open
 * pane. Going back in the history closes popovers and dialogs.
 */
export function serveWayBack({ details, section }: Client): void {
  effect(() => {
    const top = details.value !== undefined ? details : section.value !== undefined ? section : undefined;
    if (top === undefined || !("CloseWatcher" in window) || !matchMedia("(max-width: 699px)").matches) return;
    const watcher = new CloseWatcher();
    watcher.onclose = () => {
      top.value = undefined;
    };
    return () => watcher.destroy();
  });
  addEventListener("popstate", () => {
    for (const popover of document.querySelectorAll<HTMLElement>("[popover=auto]:popover-open")) popover.hidePopover();
    // The same event as for Esc, which each dialog can refuse.
    for (const dialog of [...document.querySelectorAll("dialog:modal")].reverse())
      dialog.dispatchEvent(new Event("cancel", { cancelable: true }));
  });
}
