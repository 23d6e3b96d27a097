import { showCodeTools } from "./code-blocks.ts";
import { showEmoji } from "./emoji.ts";
import { lowerHeadings } from "./headings.ts";
import { showImages } from "./images.ts";
import { quietCards } from "./link-cards.ts";
import { openLinksRightly } from "./links.ts";
import { loadMathStyle } from "./math.ts";
import { makeScrollable } from "./scrollable.ts";
import { foldSpoilers } from "./spoilers.ts";
import { showLocalTimes } from "./times.ts";

/** What the content of a message is shown with. */
export interface ContentSurroundings {
  readonly me: number;
  /** The name that somebody has now; undefined for unknown people. */
  nameOf(user: number): string | undefined;
  /** What a group is called now; undefined for those of the system, whose names are not for people. */
  groupName(group: number): string | undefined;
  channelName(channel: number): string | undefined;
  /** Whether one is a member of a group, which is called by mentions of it. */
  isMemberOf(group: number): boolean;
  readonly emojiAsText: boolean;
  /** When animated pictures move. */
  readonly animates: "always" | "on_hover" | "never";
  readonly alertWords: readonly string[];
  /** Where code of a language can be tried out. */
  playgroundsOf(language: string): readonly { readonly name: string; readonly url_template: string }[];
  /** Shows who somebody or a group is, beside the mention. */
  openUser(user: number, anchor: HTMLElement): void;
  openGroup(group: number, anchor: HTMLElement): void;
}

type Enhance = (root: HTMLElement, surroundings: ContentSurroundings) => void;

/** What is made of the server's HTML, by what it contains: most messages contain none of it. */
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

/** Makes of the server's HTML, which stands in the document already, what people can use. */
export function enhance(root: HTMLElement, html: string, surroundings: ContentSurroundings): void {
  for (const [mark, step] of ENHANCEMENTS) if (html.includes(mark)) step(root, surroundings);
}
