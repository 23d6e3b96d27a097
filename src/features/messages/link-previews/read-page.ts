import { decodeEntities } from "../../../markup/index.ts";
import type { PageCard } from "../link-cards/link-cards.ts";

const MAX_TITLE = 200;
const MAX_DESCRIPTION = 500;
/** Maximum length of each text read from a page. Longer ones are truncated. */
const MAX_READ = 5000;

/** Open Graph, Twitter card and plain HTML properties, in order of precedence. */
const TITLES = ["og:title", "twitter:title"];
const DESCRIPTIONS = ["og:description", "twitter:description", "description"];
const PICTURES = ["og:image:secure_url", "og:image:url", "og:image", "twitter:image", "twitter:image:src", "image_src"];
const WANTED = new Set([...TITLES, ...DESCRIPTIONS, ...PICTURES]);

/** Reads an HTML page's metadata. Returns null if it has no picture, because a card needs one (markdown.md 3). */
export async function readPage(response: Response, address: URL): Promise<PageCard | null> {
  const found = new Map<string, string>();
  const note = (name: string | null, value: string | null) => {
    const key = name?.toLowerCase();
    if (key !== undefined && value && WANTED.has(key) && !found.has(key)) found.set(key, value.slice(0, MAX_READ));
  };
  let title = "";
  let titles = 0;
  const read = new HTMLRewriter()
    .on("meta[content]", {
      element: (meta) => note(meta.getAttribute("property") ?? meta.getAttribute("name"), meta.getAttribute("content")),
    })
    .on("link[rel=image_src]", { element: (link) => note("image_src", link.getAttribute("href")) })
    // Only the first title is the page's, because pictures in the page can have titles, too.
    .on("title", {
      element: () => void titles++,
      text({ text }) {
        if (titles === 1 && title.length < MAX_READ) title += text;
      },
    })
    .transform(response);
  for await (const _ of read.body ?? []);
  const first = (names: readonly string[]) => names.map((name) => found.get(name)).find((one) => one !== undefined);
  const image = pictureAt(first(PICTURES), address);
  if (image === undefined) return null;
  return {
    title: plain(first(TITLES) ?? title, MAX_TITLE),
    description: plain(first(DESCRIPTIONS) ?? "", MAX_DESCRIPTION),
    image,
  };
}

export function pictureAt(written: string | undefined, base: URL): string | undefined {
  const url = written === undefined ? null : URL.parse(decodeEntities(written.trim()), base.href);
  return url !== null && /^https?:$/.test(url.protocol) ? url.href : undefined;
}

/** Returns a string as a single line without control characters, with an ellipsis if truncated. */
export function plain(written: string, most: number): string {
  const line = decodeEntities(written)
    .toWellFormed()
    .replace(/[\s\p{Cc}]+/gu, " ")
    .trim();
  const characters = [...line];
  return characters.length > most
    ? `${characters
        .slice(0, most - 1)
        .join("")
        .trimEnd()}…`
    : line;
}
