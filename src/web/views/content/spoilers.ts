import { messageWords } from "../../words/feed.ts";

let spoilerCount = 0;

/** Adds a button to each spoiler that shows the hidden part. */
export function foldSpoilers(root: HTMLElement): void {
  for (const block of root.querySelectorAll(".spoiler-block")) {
    const header = block.querySelector<HTMLElement>(":scope > .spoiler-header");
    const content = block.querySelector<HTMLElement>(":scope > .spoiler-content");
    if (header === null || content === null) continue;
    const button = document.createElement("button");
    button.type = "button";
    button.className = "content-spoiler-button";
    const says = header.textContent?.trim() ?? "";
    button.setAttribute("aria-label", says === "" ? messageWords().spoiler : messageWords().spoilerOf(says));
    const inside = document.createElement("div");
    inside.className = "content-spoiler-inside";
    inside.append(...content.childNodes);
    content.append(inside);
    spoilerCount += 1;
    content.id = `spoiler-${spoilerCount}`;
    button.setAttribute("aria-controls", content.id);
    if (says === "") header.textContent = messageWords().spoiler;
    header.prepend(button);
    show(button, content, false);
    header.addEventListener("click", (event) => {
      const isLink = event.target instanceof Element && event.target.closest("a") !== null;
      if (!isLink) show(button, content, button.getAttribute("aria-expanded") === "false");
    });
  }
}

function show(button: HTMLElement, content: HTMLElement, isShown: boolean): void {
  button.setAttribute("aria-expanded", String(isShown));
  content.removeAttribute("aria-hidden");
  content.inert = !isShown;
  content.classList.toggle("content-spoiler-open", isShown);
}
