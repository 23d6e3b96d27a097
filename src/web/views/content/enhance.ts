import { loadDeferred } from "../../loads.ts";
import { emojiGlyph } from "../../model/emoji/emoji.ts";
import type { ContentSurroundings } from "./content-surroundings.ts";
import { showImages } from "./images.ts";

type Enhance = (root: HTMLElement, surroundings: ContentSurroundings) => void | Promise<void>;

/** Changes to the server's HTML. Each runs only if the HTML contains its `mark`, because few messages need any. */
const ENHANCEMENTS: readonly (readonly [mark: string, enhance: Enhance])[] = [
  ["<a ", openLinksRightly],
  ['class="emoji', showEmoji],
  // "inline" is in both class names: "message_inline_image" and "inline-image".
  ["inline", showImages],
  ['class="message_embed', async (root) => (await loadDeferred()).quietCards(root)],
  ['class="codehilite', async (...on) => (await loadDeferred()).showCodeTools(...on)],
  ['class="spoiler-', async (root) => (await loadDeferred()).foldSpoilers(root)],
  ["<time ", async (root) => (await loadDeferred()).showLocalTimes(root)],
  ['class="katex', loadMathStyle],
  ["<table", async (root) => (await loadDeferred()).makeScrollable(root)],
  ["<h", async (root) => (await loadDeferred()).lowerHeadings(root)],
  ['<a href="/user_uploads/', async (root) => (await loadDeferred()).showFiles(root)],
  ["<audio", async (...on) => (await loadDeferred()).showVoice(...on)],
];

/** Makes the server's HTML interactive and localized, after it was put into the document. */
export function enhance(root: HTMLElement, html: string, surroundings: ContentSurroundings): void {
  for (const [mark, step] of ENHANCEMENTS) {
    // If a part can't be loaded, the message is shown without it.
    if (html.includes(mark)) void Promise.resolve(step(root, surroundings)).catch(() => {});
  }
}

/** URL of KaTeX's stylesheet, inserted by the build. It has the same version as the server's KaTeX. */
declare const MATH_STYLE: string;

let isAsked = false;

/** Loads the styles and fonts of formulas when the first formula is shown. */
function loadMathStyle(): void {
  if (isAsked) return;
  isAsked = true;
  const link = document.createElement("link");
  link.rel = "stylesheet";
  link.href = MATH_STYLE;
  document.head.append(link);
}

/** Makes links within the client change this page's URL. Other links open a new tab without sending a referrer. */
function openLinksRightly(root: HTMLElement): void {
  for (const link of root.querySelectorAll("a")) {
    const target = link.getAttribute("href") ?? "";
    const inside = hashOf(target);
    if (inside !== undefined) {
      link.setAttribute("href", inside);
      continue;
    }
    link.target = "_blank";
    link.rel = "noopener noreferrer";
  }
}

/** Returns the hash of a link into the client. */
function hashOf(target: string): string | undefined {
  if (target.startsWith("#")) return target;
  if (target.startsWith("/#")) return target.slice(1);
  const { origin } = window.location;
  return target.startsWith(`${origin}/#`) ? target.slice(origin.length + 1) : undefined;
}

/**
 * Shows emoji as characters, enlarged in a message that has nothing else. If the user prefers text, shows their names
 * instead.
 */
function showEmoji(root: HTMLElement, { emojiAsText }: ContentSurroundings): void {
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

const isAllEmoji = (paragraph: Element): boolean =>
  [...paragraph.childNodes].every((node) =>
    node instanceof Element
      ? node.classList.contains("emoji") || node.tagName === "BR"
      : node.textContent?.trim() === "",
  );
