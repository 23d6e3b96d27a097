import type { ContentSurroundings } from "./enhance.ts";

/** Emoji as characters, large where a message is nothing else. */
export function showEmoji(root: HTMLElement, { emojiAsText }: ContentSurroundings): void {
  if (emojiAsText) {
    for (const image of root.querySelectorAll<HTMLImageElement>("img.emoji")) image.replaceWith(image.alt);
    return;
  }
  for (const emoji of root.querySelectorAll<HTMLElement>("span.emoji")) {
    const code = [...emoji.classList].find((name) => name.startsWith("emoji-"))?.slice("emoji-".length);
    if (code !== undefined) emoji.textContent = emojiCharacter(code);
  }
  const [only, second] = root.children;
  if (only?.tagName === "P" && second === undefined && isAllEmoji(only)) only.classList.add("content-large-emoji");
}

const ZERO_WIDTH_JOINER = 0x200d;
const AS_EMOJI = "\u{fe0f}";

/** The character of a code such as "1f937-200d-2640", which leaves out what says that a character is meant as an emoji. */
export function emojiCharacter(code: string): string {
  const points = code.split("-").map((part) => Number.parseInt(part, 16));
  if (points.some((point) => !(point > 0 && point <= 0x10ffff))) return "";
  return points
    .map((point, index) => {
      const character = String.fromCodePoint(point);
      const isKeycap = points.at(-1) === 0x20e3 && index === 0;
      const needsMark = /\p{Emoji}/u.test(character) && !/\p{Emoji_Presentation}|\p{Emoji_Modifier}/u.test(character);
      if (point === ZERO_WIDTH_JOINER || !needsMark || (/[0-9#*]/.test(character) && !isKeycap)) return character;
      return character + AS_EMOJI;
    })
    .join("");
}

/** As many emoji are large. */
const MOST_LARGE = 6;

const isAllEmoji = (paragraph: Element): boolean =>
  paragraph.children.length <= MOST_LARGE &&
  [...paragraph.childNodes].every((node) =>
    node instanceof Element ? node.classList.contains("emoji") : node.textContent?.trim() === "",
  );
