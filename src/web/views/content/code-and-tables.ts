import { playgroundUrl } from "../../model/organization/playground.ts";
import { writeClipboard } from "../../parts/write-clipboard.ts";
import { appWords } from "../../words/app.ts";
import { messageWords } from "../../words/feed.ts";
import type { ContentSurroundings } from "./content-surroundings.ts";

/** Adds the language, playground links and a copy button to code blocks. */
export function showCodeTools(root: HTMLElement, { playgroundsOf }: ContentSurroundings): void {
  for (const block of root.querySelectorAll<HTMLElement>(".codehilite")) {
    const code = block.querySelector("pre");
    if (code === null) continue;
    const language = block.dataset["codeLanguage"] ?? "";
    const tools = document.createElement("div");
    tools.className = "content-code-tools";
    if (language !== "") {
      const label = document.createElement("span");
      label.textContent = language;
      tools.append(label);
    }
    for (const { name, url_template } of language === "" ? [] : playgroundsOf(language)) {
      const link = document.createElement("a");
      link.href = playgroundUrl(url_template, code.textContent ?? "");
      link.target = "_blank";
      link.rel = "noopener noreferrer";
      link.textContent = messageWords().openIn(name);
      tools.append(link);
    }
    const copy = document.createElement("button");
    copy.type = "button";
    copy.onclick = () => void copyCode(copy);
    copy.textContent = appWords().copy;
    copy.setAttribute("aria-label", messageWords().copyCode);
    tools.append(copy);
    block.prepend(tools);
    reachByKeyboard(code, language === "" ? messageWords().code : language);
  }
}

/** Copies a button's code block, and briefly confirms it on the button. */
async function copyCode(button: HTMLElement): Promise<void> {
  const code = button.closest(".codehilite")?.querySelector("pre")?.textContent ?? "";
  await writeClipboard(code.replace(/\n$/, ""));
  button.textContent = appWords().copied;
  setTimeout(() => {
    button.textContent = appWords().copy;
  }, 1500);
}

/** Makes tables wider than the message scroll separately, and gives each the direction of its own text. */
export function makeScrollable(root: HTMLElement): void {
  for (const table of root.querySelectorAll("table")) {
    const frame = document.createElement("div");
    frame.className = "content-scroll";
    table.dir = "auto";
    table.replaceWith(frame);
    frame.append(table);
    reachByKeyboard(frame, messageWords().table);
  }
}

/** Makes an element focusable if its content is wider, because WebKit only scrolls focused elements by keyboard. */
function reachByKeyboard(frame: HTMLElement, name: string): void {
  requestAnimationFrame(() => {
    if (frame.scrollWidth <= frame.clientWidth) return;
    frame.tabIndex = 0;
    frame.setAttribute("role", "region");
    frame.setAttribute("aria-label", name);
  });
}
