import { element, escapeText, openTag } from "../html/html.ts";
import type { LinkCard, MarkupNames } from "../names.ts";
import { vimeoId } from "./preview-sites.ts";

/** Looks up a page's link preview: null if it has none, undefined if that isn't known yet. */
type CardOf = (url: string) => LinkCard | null | undefined;

export function cardsHtml(pages: readonly string[], cardOf: CardOf): string | undefined {
  let html = "";
  for (const page of pages) {
    const card = cardOf(page);
    if (card === undefined) return undefined;
    if (card !== null) html += cardHtml(page, card);
  }
  return html;
}

/** Returns the pages that a message shows, or may show, previews of. */
export const cardPages = (pages: readonly string[], { linkCard }: Pick<MarkupNames, "linkCard">): string[] =>
  pages.filter((page) => linkCard(page) !== null);

function cardHtml(href: string, { title, description, image_url }: LinkCard): string {
  const film = vimeoId(href);
  if (film !== undefined) {
    const link = element("a", { "data-id": film, href, title: title || undefined }, openTag("img", { src: image_url }));
    return element("div", { class: "vimeo-video message_inline_image" }, link);
  }
  const style = `background-image: url("${cssString(image_url)}")`;
  const picture = element("a", { class: "message_embed_image", href, style }, "");
  const named = element("a", { href, title }, escapeText(title));
  const heading = title === "" ? "" : element("div", { class: "message_embed_title" }, named);
  const text =
    description === "" ? "" : element("div", { class: "message_embed_description" }, escapeText(description));
  return element(
    "div",
    { class: "message_embed" },
    picture + element("div", { class: "data-container" }, heading + text),
  );
}

/** Escapes a URL for a CSS string: unusual characters become numeric escapes. */
const cssString = (address: string): string =>
  address.replace(/[^\w/:.?&=%~+,;@#!$*-]/gu, (character) => `\\${character.codePointAt(0)?.toString(16)} `);
