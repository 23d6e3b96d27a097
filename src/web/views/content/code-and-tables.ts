import type { Client } from "../../client/client.ts";
import { playgroundUrl } from "../../model/organization/playground.ts";
import { writeClipboard } from "../../parts/write-clipboard.ts";
import { appWords } from "../../words/app.ts";
import { messageWords } from "../../words/feed.ts";
import { attempt } from "../attempt.ts";
import type { ContentSurroundings } from "./content-surroundings.ts";

/** Adds the language, playground links and a copy button to code blocks. */
export function showCodeTools(root: HTMLElement, { client, playgroundsOf }: ContentSurroundings): void {
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
    copy.onclick = () => void copyCode(client, copy);
    copy.textContent = appWords().copy;
    copy.setAttribute("aria-label", messageWords().copyCode);
    tools.append(copy);
    block.prepend(tools);
    reachByKeyboard(code, language === "" ? messageWords().code : language);
  }
}

/** Copies a button's code block, and briefly confirms it on the button. */
async function copyCode(client: Client, button: HTMLElement): Promise<void> {
  const code = button.closest(".codehilite")?.querySelector("pre")?.textContent ?? "";
  if (!(await attempt(client, () => writeClipboard(code.replace(/\n$/, ""))))) return;
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
    // A header without text would be announced for each cell below it.
    for (const head of table.querySelectorAll("th:empty")) head.setAttribute("role", "cell");
    table.replaceWith(frame);
    frame.append(table);
    reachByKeyboard(frame, messageWords().table);
  }
}

/**
 * Makes an element focusable while its content is wider than the element, because WebKit only scrolls focused elements
 * by keyboard.
 */
function reachByKeyboard(frame: HTMLElement, name: string): void {
  const observer = new ResizeObserver(() => {
    const isWider = frame.scrollWidth > frame.clientWidth;
    if (isWider === frame.hasAttribute("tabindex")) return;
    for (const [key, value] of Object.entries({ tabindex: "0", role: "region", "aria-label": name })) {
      if (isWider) frame.setAttribute(key, value);
      else frame.removeAttribute(key);
    }
  });
  observer.observe(frame);
}
