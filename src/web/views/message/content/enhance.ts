import { showCodeTools } from "./code-blocks.ts";
import type { ContentSurroundings } from "./content-surroundings.ts";
import { showEmoji } from "./emoji.ts";
import { lowerHeadings } from "./headings.ts";
import { showImages } from "./images.ts";
import { quietCards } from "./link-cards.ts";
import { openLinksRightly } from "./links.ts";
import { loadMathStyle } from "./math.ts";
import { makeScrollable } from "./scrollable.ts";
import { foldSpoilers } from "./spoilers.ts";
import { showLocalTimes } from "./times.ts";

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
