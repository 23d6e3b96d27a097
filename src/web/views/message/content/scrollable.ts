import { messageWords } from "../../../words/message.ts";

/** Tables that are wider than the message scroll by themselves. */
export function makeScrollable(root: HTMLElement): void {
  for (const table of root.querySelectorAll("table")) {
    const frame = document.createElement("div");
    frame.className = "content-scroll";
    table.replaceWith(frame);
    frame.append(table);
    reachByKeyboard(frame, messageWords().table);
  }
}

/** What is wider than its frame can be scrolled by the keyboard too, which WebKit allows for what has the focus alone. */
export function reachByKeyboard(frame: HTMLElement, name: string): void {
  requestAnimationFrame(() => {
    if (frame.scrollWidth <= frame.clientWidth) return;
    frame.tabIndex = 0;
    frame.setAttribute("role", "region");
    frame.setAttribute("aria-label", name);
  });
}
