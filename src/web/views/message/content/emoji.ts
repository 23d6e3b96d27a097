import { emojiGlyph } from "../../../model/emoji/emoji-glyph.ts";
import type { ContentSurroundings } from "./content-surroundings.ts";

/** Shows emoji as characters, and large in a message that has nothing else. */
export function showEmoji(root: HTMLElement, { emojiAsText }: ContentSurroundings): void {
  if (emojiAsText) {
    for (const image of root.querySelectorAll<HTMLImageElement>("img.emoji")) image.replaceWith(image.alt);
    return;
  }
  for (const emoji of root.querySelectorAll<HTMLElement>("span.emoji")) {
    const code = [...emoji.classList].find((name) => name.startsWith("emoji-"))?.slice("emoji-".length);
    if (code !== undefined) emoji.textContent = emojiGlyph(code);
  }
  const [only, second] = root.children;
  if (only?.tagName === "P" && second === undefined && isAllEmoji(only)) only.classList.add("content-large-emoji");
}

/** The number of emoji in a message up to which they are large. */
const MOST_LARGE = 6;

const isAllEmoji = (paragraph: Element): boolean =>
  paragraph.children.length <= MOST_LARGE &&
  [...paragraph.childNodes].every((node) =>
    node instanceof Element ? node.classList.contains("emoji") : node.textContent?.trim() === "",
  );
