import { element, escapeText, openTag } from "../html/html.ts";
import type { MarkupNames, UploadPreview } from "../names.ts";
import type { Markup, Piece, PreviewedHole, PreviewLink } from "../pieces.ts";
import { externalPreview } from "./preview-sites.ts";

const mostPreviews = 24;
const spinner = "/static/images/loading/loader-black.svg";

/** The target as clients get it: addresses of the realm itself are given without its host (markdown.md 2). */
export function localTarget(href: string, realmUrl: string): string {
  if (realmUrl === "" || !href.startsWith(`${realmUrl}/`)) return href;
  const local = href.slice(realmUrl.length);
  if (local.startsWith("/#")) return local.slice(1);
  return local.startsWith("/user_uploads/") ? local : href;
}

/** `2/ab/…/name.png` of a target among the uploaded files. */
export function uploadPath(target: string): string | undefined {
  return /^\/user_uploads\/([^?#]+)/.exec(target)?.[1];
}

function preview(className: string, href: string, title: string | undefined, media: string, id?: string): string {
  return element("div", { class: className }, element("a", { "data-id": id, href, title }, media));
}

function uploadedImage(image: Extract<UploadPreview, { kind: "image" }>): string {
  return openTag("img", {
    class: image.thumbnail_url === undefined ? "image-loading-placeholder" : undefined,
    "data-animated": image.animated && image.thumbnail_url !== undefined ? "true" : undefined,
    "data-original-content-type": image.content_type,
    "data-original-dimensions": `${image.width}x${image.height}`,
    "data-transcoded-image": image.transcoded,
    src: image.thumbnail_url ?? spinner,
  });
}

function linksIn(pieces: readonly Piece[]): PreviewLink[] {
  return pieces.flatMap((piece) => (typeof piece !== "string" && piece.hole === "previewed" ? piece.links : []));
}

/** The previews of one message: each target once, and none at all in a message full of links (markdown.md 3). */
export class Previews {
  hasImage = false;
  readonly unknownPages: string[] = [];
  readonly #names: MarkupNames;
  readonly #done = new Set<string>();
  readonly #tooMany: boolean;
  #embeds = "";

  constructor(markup: Markup, names: MarkupNames) {
    this.#names = names;
    this.#tooMany = new Set(linksIn(markup.pieces).map(({ href }) => href)).size > mostPreviews;
  }

  /** Finished content with the previews of its links behind it, or in its place. */
  around(content: string, { links, replaceable }: PreviewedHole): string {
    if (this.#tooMany) return content;
    let previews = "";
    for (const link of links) previews += this.#preview(link);
    return replaceable && previews !== "" ? previews : content + previews;
  }

  /** Descriptions of linked pages stand at the end. */
  embeds(): string {
    return this.#embeds;
  }

  #preview({ href, title }: PreviewLink): string {
    const target = localTarget(href, this.#names.realmUrl);
    if (this.#done.has(target)) return "";
    this.#done.add(target);
    const path = uploadPath(target);
    if (path !== undefined) return this.#upload(target, path, title ?? (target === href ? undefined : href));
    return /^https?:/i.test(target) ? this.#external(target, title) : "";
  }

  #upload(target: string, path: string, title: string | undefined): string {
    const upload = this.#names.uploadPreview(path);
    if (upload?.kind === "image") {
      this.hasImage = true;
      return preview("message_inline_image", target, title, uploadedImage(upload));
    }
    if (upload?.kind !== "video") return "";
    const video = element("video", { preload: "metadata", src: target }, "");
    return preview("message_inline_image message_inline_video", target, title, video);
  }

  #external(target: string, title: string | undefined): string {
    const known = externalPreview(target);
    if (known === undefined) {
      this.#embed(target);
      return "";
    }
    const src = this.#names.externalImage(known.media);
    if (src === undefined) return "";
    if (known.kind === "video") {
      const video = element("video", { "data-video-original-url": target, preload: "metadata", src }, "");
      return preview("message_inline_image message_inline_video", target, title, video);
    }
    this.hasImage = true;
    const image = openTag("img", { src });
    if (known.kind === "image") return preview("message_inline_image", target, title, image);
    return preview(`${known.kind}-video message_inline_image`, target, undefined, image, known.id);
  }

  #embed(target: string): void {
    const page = this.#names.linkEmbed(target);
    if (page === undefined) this.unknownPages.push(target);
    if (!page?.image_url) return;
    const style = `background-image: url("${cssString(page.image_url)}")`;
    const picture = element("a", { class: "message_embed_image", href: target, style }, "");
    const { title, description } = page;
    const heading = title
      ? element("div", { class: "message_embed_title" }, element("a", { href: target, title }, escapeText(title)))
      : "";
    const text = description ? element("div", { class: "message_embed_description" }, escapeText(description)) : "";
    const data = element("div", { class: "data-container" }, heading + text);
    this.#embeds += element("div", { class: "message_embed" }, picture + data);
  }
}

/** An address inside a CSS string, where anything unusual is given by its number. */
function cssString(address: string): string {
  return address.replace(/[^\w/:.?&=%~+,;@#!$*-]/gu, (character) => `\\${character.codePointAt(0)?.toString(16)} `);
}
