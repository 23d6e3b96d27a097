import { effect } from "@preact/signals";
import type { Client } from "../../client/client.ts";

/** Declared here, because TypeScript's types lack it: not all browsers have it. */
declare const CloseWatcher: new () => { onclose: (() => void) | null; destroy(): void };

/**
 * Lets "back" close panes and dialogs. On phones, the system's own gesture closes the open pane alone, if the browser has
 * `CloseWatcher`. Going back in the history closes popovers and dialogs.
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
    // The event is the one of Esc, which each dialog can refuse.
    for (const dialog of [...document.querySelectorAll("dialog:modal")].reverse())
      dialog.dispatchEvent(new Event("cancel", { cancelable: true }));
  });
}
