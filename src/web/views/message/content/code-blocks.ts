import { playgroundUrl } from "../../../model/playground.ts";
import { writeClipboard } from "../../../parts/write-clipboard.ts";
import { words } from "../../../words/words.ts";
import type { ContentSurroundings } from "./enhance.ts";
import { reachByKeyboard } from "./scrollable.ts";

/** Blocks of code say their language, and can be copied. */
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
      link.textContent = words().message.openIn(name);
      tools.append(link);
    }
    const copy = document.createElement("button");
    copy.type = "button";
    copy.onclick = () => void copyCode(copy);
    copy.textContent = words().message.copy;
    copy.setAttribute("aria-label", words().message.copyCode);
    tools.append(copy);
    block.prepend(tools);
    reachByKeyboard(code, language === "" ? words().message.code : language);
  }
}

/** Copies the block of code that a button belongs to, which says for a moment that it did. */
async function copyCode(button: HTMLElement): Promise<void> {
  const code = button.closest(".codehilite")?.querySelector("pre")?.textContent ?? "";
  await writeClipboard(code.replace(/\n$/, ""));
  button.textContent = words().message.copied;
  setTimeout(() => {
    button.textContent = words().message.copy;
  }, 1500);
}
