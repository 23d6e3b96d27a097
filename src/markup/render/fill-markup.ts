import { plainCodeBlock } from "../code/code-block.ts";
import { element, escapeLiteral, escapeText, openTag } from "../html/html.ts";
import { type LinkCard, type MarkupNames, noPreviews } from "../names.ts";
import { cleanSource } from "../parse/clean-source.ts";
import { type Notes, writeInline } from "../parse/write-inline.ts";
import type { ChannelHole, CodeHole, GroupHole, LinkHole, Markup, Piece, UserHole } from "../pieces.ts";
import { fillText, type HtmlBudget } from "./fill-text.ts";
import { newReadBudget } from "./linkifiers.ts";
import { channelLink, messageLink, topicLink } from "./narrow-links.ts";
import { vimeoId } from "./preview-sites.ts";
import { localTarget, Previews, uploadPath } from "./previews.ts";

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
const cardPages = (pages: readonly string[], { linkCard }: Pick<MarkupNames, "linkCard">): string[] =>
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

export interface Mentions {
  /** Ids of the users to notify. Excludes silent mentions. */
  readonly users: readonly number[];
  readonly groups: readonly number[];
  readonly channelWildcard: boolean;
  readonly topicWildcard: boolean;
}

export interface Rendered {
  readonly html: string;
  readonly mentions: Mentions;
  readonly hasLink: boolean;
  readonly hasImage: boolean;
  readonly hasAttachment: boolean;
  /** Path ids of the uploads the message links to. */
  readonly attachmentPaths: readonly string[];
  /** Pages whose link previews aren't known yet and will follow. Known ones are in the HTML already. */
  readonly unknownPages: readonly string[];
  readonly isMe: boolean;
}

/**
 * Maximum HTML characters from a message's emoji and linkifiers. A one-character emoji becomes a hundred characters of
 * HTML, and a message can have ten thousand. Beyond the limit they stay text.
 */
const MAX_HTML = 1_000_000;

function finishedLength(pieces: readonly Piece[]): number {
  let length = 0;
  for (const piece of pieces) {
    if (typeof piece === "string") length += piece.length;
    else if ("content" in piece) length += finishedLength(piece.content);
  }
  return length;
}

const emptyTopicName = "general chat";
const nameWithId = /^(.+)?\|(\d+)$/;
const channelTopicMessage = /^([^>]+)>(.*?)(?:@(\d+))?$/;

class Filling {
  readonly users = new Set<number>();
  readonly groups = new Set<number>();
  readonly previews: Previews;
  readonly #names: MarkupNames;
  readonly #budget: HtmlBudget;

  constructor(markup: Markup, names: MarkupNames) {
    this.#names = names;
    this.#budget = { left: MAX_HTML - finishedLength(markup.pieces), ...newReadBudget() };
    this.previews = new Previews(markup, names);
  }

  fill(pieces: readonly Piece[]): string {
    let html = "";
    for (const piece of pieces) html += typeof piece === "string" ? piece : this.#hole(piece);
    return html;
  }

  #hole(hole: Exclude<Piece, string>): string {
    switch (hole.hole) {
      case "text":
        return fillText(hole, this.#names, this.#budget);
      case "user":
        return this.#user(hole);
      case "group":
        return this.#group(hole);
      case "channel":
        return this.#channel(hole);
      case "link":
        return this.#link(hole);
      case "code":
        return this.#code(hole);
      case "math":
        return escapeLiteral(hole.display ? hole.tex : `$$${hole.tex}$$`);
      case "previewed":
        return this.previews.withPreviews(this.fill(hole.content), hole);
    }
  }

  #user({ name, silent, otherwise }: UserHole): string {
    const [, fullName, id] = nameWithId.exec(name) ?? [];
    const user = id === undefined ? this.#names.userByName(name) : this.#names.userById(Number(id));
    if (!user || (fullName !== undefined && user.full_name !== fullName)) return this.fill(otherwise);
    const notifies = !silent && user.is_active !== false;
    if (notifies) this.users.add(user.id);
    const attributes = { class: notifies ? "user-mention" : "user-mention silent", "data-user-id": user.id };
    return element("span", attributes, `${notifies ? "@" : ""}${escapeLiteral(user.full_name)}`);
  }

  #group({ name, silent, otherwise }: GroupHole): string {
    const group = this.#names.groupByName(name);
    if (!group) return this.fill(otherwise);
    const notifies = !silent && group.deactivated !== true;
    if (notifies) this.groups.add(group.id);
    const attributes = {
      class: notifies ? "user-group-mention" : "user-group-mention silent",
      "data-user-group-id": group.id,
    };
    return element("span", attributes, `${notifies ? "@" : ""}${escapeLiteral(group.name)}`);
  }

  #channel({ name, inLink, otherwise }: ChannelHole): string {
    const [, channelName, topic, message] = channelTopicMessage.exec(name) ?? [];
    const channel = channelName === undefined ? undefined : this.#names.channelByName(channelName);
    if (!channel || topic === undefined) return this.#wholeChannel(name, inLink, otherwise);
    const topicText = topic === "" ? `<em>${emptyTopicName}</em>` : escapeLiteral(topic);
    const text = `#${escapeLiteral(channel.name)} &gt; ${topicText}`;
    if (message !== undefined) {
      const href = messageLink(channel.id, channel.name, topic, message);
      return inLink ? `${text} @ 💬` : element("a", { class: "message-link", href }, `${text} @ 💬`);
    }
    if (inLink) return text;
    const newest = this.#names.newestMessageInTopic(channel.id, topic);
    const href = topicLink(channel.id, channel.name, topic, newest);
    return element("a", { class: "stream-topic", "data-stream-id": channel.id, href }, text);
  }

  #wholeChannel(name: string, inLink: boolean | undefined, otherwise: readonly Piece[]): string {
    const channel = this.#names.channelByName(name);
    if (!channel) return this.fill(otherwise);
    const text = `#${escapeLiteral(channel.name)}`;
    const href = channelLink(channel.id, channel.name);
    return inLink ? text : element("a", { class: "stream", "data-stream-id": channel.id, href }, text);
  }

  #link({ href, label, content, image }: LinkHole): string {
    const target = localTarget(href, this.#names.realmUrl);
    const picture = image === true ? this.previews.inline(target, label === href ? "" : label) : undefined;
    if (picture !== undefined) return picture;
    const path = uploadPath(target);
    if (path !== undefined && this.#names.uploadPreview(path)?.kind === "audio") {
      return element("audio", { controls: "", preload: "metadata", src: target, title: label }, "");
    }
    return `${image === true ? "!" : ""}${openTag("a", { href: target })}${this.fill(content)}</a>`;
  }

  #code({ code, language, supposed, headed }: CodeHole): string {
    if (language !== undefined) return plainCodeBlock(language, code);
    const assumed = this.#names.defaultCodeLanguage;
    if (supposed?.language === assumed) return supposed.html;
    if (assumed === "" && headed !== undefined) return headed.html ?? plainCodeBlock(undefined, headed.code);
    return plainCodeBlock(assumed || undefined, code);
  }
}

/** Fills the holes of a parsed message. Synchronous, so that it can run inside a change. */
export function fillMarkup(markup: Markup, names: MarkupNames): Rendered {
  const filling = new Filling(markup, names);
  const html = filling.fill(markup.pieces).replace(/\n+$/, "");
  const pages = cardPages(filling.previews.pages, names);
  const cards = cardsHtml(pages, names.linkCard);
  const paths = markup.uploads.flatMap((href) => uploadPath(localTarget(href, names.realmUrl)) ?? []);
  return {
    html: cards ? `${html}\n${cards}` : html,
    mentions: {
      users: [...filling.users],
      groups: [...filling.groups],
      channelWildcard: markup.channelWildcard,
      topicWildcard: markup.topicWildcard,
    },
    hasLink: html.includes("<a "),
    hasImage: filling.previews.hasImage,
    hasAttachment: paths.length > 0,
    attachmentPaths: [...new Set(paths)],
    unknownPages: cards === undefined ? pages : [],
    isMe: markup.isMe,
  };
}

/**
 * Renders descriptions of channels and groups, and profile fields: one paragraph of inline markup, without mentions and
 * previews (markdown.md 4). Synchronous, so formulas stay as source.
 */
export function renderInline(source: string, names: MarkupNames): string {
  const text = cleanSource(source)
    .trim()
    .replace(/(?<!\s)\s*\n\s*/g, " ");
  if (text === "") return "";
  const notes: Notes = { now: undefined, mentions: false, channelWildcard: false, topicWildcard: false, uploads: [] };
  const { pieces } = writeInline(text, notes, false).writer;
  const { html } = fillMarkup(
    { pieces, isMe: false, channelWildcard: false, topicWildcard: false, uploads: [] },
    { ...names, ...noPreviews },
  );
  return `<p>${html}</p>`;
}
