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

/** The facts and actions that the content of messages depends on. */
export interface ContentSurroundings {
  readonly me: number;
  /** The present name of a person; undefined for unknown people. */
  nameOf(user: number): string | undefined;
  /** The present name of a group; undefined for system groups, whose names are internal. */
  groupName(group: number): string | undefined;
  channelName(channel: number): string | undefined;
  /** Whether the user is a member of a group, and so is called by mentions of it. */
  isMemberOf(group: number): boolean;
  readonly emojiAsText: boolean;
  /** When animated pictures move. */
  readonly animates: "always" | "on_hover" | "never";
  readonly alertWords: readonly string[];
  /** The playgrounds for code in a language. */
  playgroundsOf(language: string): readonly { readonly name: string; readonly url_template: string }[];
  /** Opens the card of a person beside an element. */
  openUser(user: number, anchor: HTMLElement): void;
  openGroup(group: number, anchor: HTMLElement): void;
}

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
