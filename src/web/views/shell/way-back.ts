import { effect } from "@preact/signals";
import type { Client } from "../../client/client.ts";

/** Not all browsers have it, and so not all that know their types. */
declare const CloseWatcher: new () => { onclose: (() => void) | null; destroy(): void };

/**
 * Back closes what lies over a place: on phones, where it is the system's own, such as a swipe, that alone; else dialogs
 * close with the place that they were opened in.
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
    // As with Esc, each says for itself whether it closes.
    for (const dialog of [...document.querySelectorAll("dialog:modal")].reverse())
      dialog.dispatchEvent(new Event("cancel", { cancelable: true }));
  });
}
