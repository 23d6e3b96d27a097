import { emojiGlyph } from "../../../model/emoji/emoji.ts";
import { messageWords } from "../../../words/feed.ts";
import { cachedFormat } from "../../../words/format.ts";
import { makeScrollable, showCodeTools } from "./code-and-tables.ts";
import type { ContentSurroundings } from "./content-surroundings.ts";
import { showImages } from "./images.ts";

type Enhance = (root: HTMLElement, surroundings: ContentSurroundings) => void;

/** The changes to the server's HTML, each with a text that the HTML contains if it needs the change. Few messages do. */
const ENHANCEMENTS: readonly (readonly [mark: string, enhance: Enhance])[] = [
  ["<a ", openLinksRightly],
  ['class="emoji', showEmoji],
  ["message_inline_image", showImages],
  ['class="message_embed', quietCards],
  ['class="codehilite', showCodeTools],
  ['class="spoiler-', foldSpoilers],
  ["<time ", showLocalTimes],
  ['class="katex', loadMathStyle],
  ["<table", makeScrollable],
  ["<h", lowerHeadings],
];

/** Makes the server's HTML interactive and local, after it was put into the document. */
export function enhance(root: HTMLElement, html: string, surroundings: ContentSurroundings): void {
  for (const [mark, step] of ENHANCEMENTS) if (html.includes(mark)) step(root, surroundings);
}

/** The level below the headings of the conversation and of the days. */
const FIRST_LEVEL = 3;

/** Sets the levels of a message's headings below those of the page, without gaps between the levels. */
function lowerHeadings(root: HTMLElement): void {
  const headings = [...root.querySelectorAll("h1, h2, h3, h4, h5, h6")];
  const written = [...new Set(headings.map(({ tagName }) => tagName))].sort();
  for (const heading of headings) {
    heading.ariaLevel = String(Math.min(6, FIRST_LEVEL + written.indexOf(heading.tagName)));
  }
}

/** Hides the picture of a linked page from screen readers and the Tab key if the card's title has the same link. */
function quietCards(root: HTMLElement): void {
  for (const picture of root.querySelectorAll<HTMLAnchorElement>(".message_embed_image")) {
    const isNamed = picture.parentElement?.querySelector(".message_embed_title a") != null;
    if (isNamed) {
      picture.ariaHidden = "true";
      picture.tabIndex = -1;
    } else picture.ariaLabel = picture.hostname;
  }
}

/** The address of KaTeX's styles, which the build puts in; the version is the one with which the server renders. */
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

/**
 * Lets links within the client change the address of this page; all others open a new tab, and get no referrer.
 */
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

/** The hash of a link that leads into the client. */
function hashOf(target: string): string | undefined {
  if (target.startsWith("#")) return target;
  if (target.startsWith("/#")) return target.slice(1);
  const { origin } = window.location;
  return target.startsWith(`${origin}/#`) ? target.slice(origin.length + 1) : undefined;
}

const local = cachedFormat(
  (locale) =>
    new Intl.DateTimeFormat(locale, {
      weekday: "short",
      year: "numeric",
      month: "short",
      day: "numeric",
      hour: "numeric",
      minute: "2-digit",
      timeZoneName: "short",
    }),
);

/** Shows times in this device's time zone. */
function showLocalTimes(root: HTMLElement): void {
  for (const time of root.querySelectorAll("time")) {
    const date = new Date(time.dateTime);
    if (Number.isNaN(date.getTime())) continue;
    // The text of the message stays available as a tooltip.
    time.title = time.textContent ?? "";
    time.textContent = local().format(date);
  }
}

/** Shows emoji as characters, and large in a message that has nothing else. */
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

/** The number of emoji in a message up to which they are large. */
const MOST_LARGE = 6;

const isAllEmoji = (paragraph: Element): boolean =>
  paragraph.children.length <= MOST_LARGE &&
  [...paragraph.childNodes].every((node) =>
    node instanceof Element ? node.classList.contains("emoji") : node.textContent?.trim() === "",
  );

let made = 0;

/** Adds a button to each spoiler, which shows the hidden part. */
function foldSpoilers(root: HTMLElement): void {
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
    made += 1;
    content.id = `spoiler-${made}`;
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
