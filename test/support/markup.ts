import { Buffer } from "node:buffer";
import {
  fillMarkup,
  type MarkupNames,
  noNames,
  parseMarkup,
  type Rendered,
  type UploadPreview,
} from "../../src/markup/index.ts";

const users = [
  { id: 31, full_name: "Iris Vale" },
  { id: 32, full_name: "Omar" },
  { id: 33, full_name: "Twin" },
  { id: 34, full_name: "Twin" },
  { id: 35, full_name: "Gone", is_active: false },
  { id: 36, full_name: "<b>Bold</b> & co" },
  { id: 37, full_name: "نور الهدى" },
];

const groups: Readonly<Record<string, { id: number; name: string; deactivated?: boolean }>> = {
  "core team": { id: 17, name: "core team" },
  "role:administrators": { id: 3, name: "Administrators" },
  "r&d <all>": { id: 19, name: "R&D <all>" },
  asleep: { id: 18, name: "asleep", deactivated: true },
};

const channels = [
  { id: 9, name: "general" },
  { id: 10, name: "Design & <ops>" },
  { id: 11, name: "日本語 チーム" },
  { id: 12, name: "a>b" },
];

const uploads: Readonly<Record<string, UploadPreview>> = {
  "2/ab/x/moving.gif": {
    kind: "image",
    content_type: "image/gif",
    width: 100,
    height: 80,
    animated: true,
    thumbnail_url: "/user_uploads/thumbnail/2/ab/x/moving.gif/840x560-anim.webp",
  },
  "2/ab/x/film.mp4": { kind: "video" },
  "2/ab/x/song.mp3": { kind: "audio" },
};

/** Returns the preview of `a.png` or, for messages with many pictures, of `0.png`, `1.png` and so on. */
function uploadedPicture(pathId: string): UploadPreview | undefined {
  if (!/^2\/ab\/x\/(?:a|\d+)\.png$/.test(pathId)) return undefined;
  const thumbnail_url = `/user_uploads/thumbnail/${pathId}/840x560.webp`;
  return { kind: "image", content_type: "image/png", width: 1920, height: 1080, animated: false, thumbnail_url };
}

/** Names of a small organization: the users, groups, channels, emoji and files that the case tables mention. */
export const exampleNames: MarkupNames = {
  ...noNames,
  realmUrl: "https://chat.example",
  userByName: (name) => users.find((user) => user.full_name.toLowerCase() === name.toLowerCase()),
  userById: (id) => users.find((user) => user.id === id),
  groupByName: (name) => groups[name.toLowerCase()],
  channelByName: (name) => channels.find((channel) => channel.name === name),
  newestMessageInTopic: (channelId, topic) => (channelId === 9 && topic === "topic a" ? 214 : undefined),
  customEmoji: (name) => {
    if (name === "party_cat") return { name, source_url: "/user_avatars/2/emoji/images/3.png" };
    if (name === "smiley") return { name, source_url: "/user_avatars/2/emoji/images/4.png" };
    if (name === "svc") return { name, source_url: "/static/generated/emoji/images/emoji/unicode/svc.png" };
    return undefined;
  },
  externalMedia: (url) => proxied(url),
  uploadPreview: (pathId) => uploadedPicture(pathId) ?? uploads[pathId],
};

export async function render(source: string, names: Partial<MarkupNames> = {}): Promise<Rendered> {
  return fillMarkup(await parseMarkup(source, { now: Date.UTC(2026, 2, 4) }), { ...exampleNames, ...names });
}

type Case = readonly [name: string, source: string, html: string];

export function emoji(name: string, code: string): string {
  const title = name.replaceAll("_", " ");
  return `<span aria-label="${title}" class="emoji emoji-${code}" role="img" title="${title}">:${name}:</span>`;
}

export function image(name: string, source: string): string {
  return `<img alt=":${name}:" class="emoji" src="${source}" title="${name.replaceAll("_", " ")}">`;
}

export function link(href: string, text = href): string {
  return `<a href="${href}">${text}</a>`;
}

export function codeBlock(code: string, language?: string): string {
  const attribute = language === undefined ? "" : ` data-code-language="${language}"`;
  return `<div class="codehilite"${attribute}><pre><span></span><code>${code}\n</code></pre></div>`;
}

/** Returns the preview of an uploaded picture of `exampleNames`. In the link, `suffix` follows the picture's name. */
export function preview(name: string, title: string, suffix = ""): string {
  const image = `<img data-original-content-type="image/png" data-original-dimensions="1920x1080" src="/user_uploads/thumbnail/2/ab/x/${name}/840x560.webp">`;
  return `<div class="message_inline_image"><a href="/user_uploads/2/ab/x/${name}${suffix}" title="${title}">${image}</a></div>`;
}

/** Returns an uploaded picture of `exampleNames` that is shown inline. */
export function inlineImage(name: string, alt: string): string {
  return `<img alt="${alt}" class="inline-image" data-original-dimensions="1920x1080" data-original-content-type="image/png" data-original-src="/user_uploads/2/ab/x/${name}" src="/user_uploads/thumbnail/2/ab/x/${name}/840x560.webp">`;
}

/** Returns the preview of a picture on another site, which the server proxies. `source` is the picture's own URL. */
export function outsidePreview(href: string, title?: string, source = href): string {
  const attribute = title === undefined ? "" : ` title="${title}"`;
  return `<div class="message_inline_image"><a href="${href}"${attribute}><img src="${proxied(source)}"></a></div>`;
}

/** Returns the URL at which the server proxies a picture or video on another site. */
export const proxied = (url: string): string => `/external_content/mac/${Buffer.from(url).toString("hex")}`;

export interface Table {
  readonly title: string;
  /** Names that differ from `exampleNames`. */
  readonly names?: Partial<MarkupNames>;
  readonly cases: readonly Case[];
}
