import { messageWords } from "../../../words/message.ts";

/** Lets tables that are wider than the message scroll by themselves. */
export function makeScrollable(root: HTMLElement): void {
  for (const table of root.querySelectorAll("table")) {
    const frame = document.createElement("div");
    frame.className = "content-scroll";
    table.replaceWith(frame);
    frame.append(table);
    reachByKeyboard(frame, messageWords().table);
  }
}

/** Makes an element focusable if its content is wider, because WebKit scrolls only focused elements by keyboard. */
export function reachByKeyboard(frame: HTMLElement, name: string): void {
  requestAnimationFrame(() => {
    if (frame.scrollWidth <= frame.clientWidth) return;
    frame.tabIndex = 0;
    frame.setAttribute("role", "region");
    frame.setAttribute("aria-label", name);
  });
}
