import { element, openTag } from "../html/html.ts";
import type { MarkupNames, UploadPreview } from "../names.ts";
import type { Markup, Piece, PreviewedHole, PreviewLink } from "../pieces.ts";
import { externalPreview } from "./preview-sites.ts";

const mostPreviews = 24;
const mostCards = 5;

/** Returns a link's target as sent to clients: URLs of the realm itself lose their host (markdown.md 2). */
export function localTarget(href: string, realmUrl: string): string {
  if (realmUrl === "" || !href.startsWith(`${realmUrl}/`)) return href;
  const local = href.slice(realmUrl.length);
  if (local.startsWith("/#")) return local.slice(1);
  return local.startsWith("/user_uploads/") ? local : href;
}

/** Returns the path id of a target that is an upload: `2/ab/…/name.png`. */
export function uploadPath(target: string): string | undefined {
  return /^\/user_uploads\/([^?#]+)/.exec(target)?.[1];
}

function preview(className: string, href: string, title: string | undefined, media: string, id?: string): string {
  return element("div", { class: className }, element("a", { "data-id": id, href, title }, media));
}

type UploadedImage = Extract<UploadPreview, { kind: "image" }>;

function uploadedImage(image: UploadedImage): string {
  return openTag("img", {
    "data-animated": image.animated ? "true" : undefined,
    "data-original-content-type": image.content_type,
    "data-original-dimensions": `${image.width}x${image.height}`,
    src: image.thumbnail_url,
  });
}

function inlineImage(image: UploadedImage, path: string, alt: string): string {
  return openTag("img", {
    alt,
    class: "inline-image",
    "data-original-dimensions": `${image.width}x${image.height}`,
    "data-original-content-type": image.content_type,
    "data-animated": image.animated ? "true" : undefined,
    "data-original-src": `/user_uploads/${path}`,
    src: image.thumbnail_url,
  });
}

function linksIn(pieces: readonly Piece[]): PreviewLink[] {
  return pieces.flatMap((piece) => (typeof piece !== "string" && piece.hole === "previewed" ? piece.links : []));
}

/**
 * The images and link previews of one message. Uploads in image syntax are shown in place. Links get previews, once per
 * target, but not in a message full of links (markdown.md 3).
 */
export class Previews {
  hasImage = false;
  /** Linked pages that may have a preview, in order. */
  readonly pages: string[] = [];
  readonly #names: MarkupNames;
  readonly #done = new Set<string>();
  readonly #tooMany: boolean;

  constructor(markup: Markup, names: MarkupNames) {
    this.#names = names;
    const targets = new Set<string>();
    for (const { href, image } of linksIn(markup.pieces)) {
      const target = localTarget(href, names.realmUrl);
      if (image === true && this.#imageAt(target) !== undefined) this.#done.add(target);
      else targets.add(target);
    }
    this.#tooMany = targets.size > mostPreviews;
  }

  /** Renders an uploaded image in place, or returns undefined if the target isn't one the sender can access. */
  inline(target: string, alt: string): string | undefined {
    const image = this.#imageAt(target);
    const path = uploadPath(target);
    if (image === undefined || path === undefined) return undefined;
    this.hasImage = true;
    return inlineImage(image, path, alt);
  }

  #imageAt(target: string): UploadedImage | undefined {
    const path = uploadPath(target);
    const upload = path === undefined ? undefined : this.#names.uploadPreview(path);
    return upload?.kind === "image" ? upload : undefined;
  }

  /** Adds the previews of links after finished content, or in its place. */
  withPreviews(content: string, { links, replaceable }: PreviewedHole): string {
    if (this.#tooMany) return content;
    let previews = "";
    for (const link of links) previews += this.#preview(link);
    return replaceable && previews !== "" ? previews : content + previews;
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
      if (this.pages.length < mostCards && !target.startsWith(`${this.#names.realmUrl}/`)) this.pages.push(target);
      return "";
    }
    const src = this.#names.externalMedia(known.media);
    if (src === undefined) return "";
    if (known.kind === "video") {
      const video = element("video", { preload: "metadata", src }, "");
      return preview("message_inline_image message_inline_video", target, title, video);
    }
    this.hasImage = true;
    const image = openTag("img", { src });
    if (known.kind === "image") return preview("message_inline_image", target, title, image);
    return preview("youtube-video message_inline_image", target, undefined, image, known.id);
  }
}
