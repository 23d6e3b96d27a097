import { link } from "./compose.ts";

const ENTITIES: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  nbsp: " ",
  "#39": "'",
  "#x27": "'",
};

/** Matches the attributes of an invisible tracking image. */
const TRACKING = /\s(?:width|height)=["']?[01](?:px)?(?=["'\s/>])|(?:display:\s*none|visibility:\s*hidden)/i;

const SOURCE = /\ssrc=(?:"([^"]*)"|'([^']*)')/i;

/** Extracts the text from a service's HTML as Markdown: paragraphs, lines and links to images, without other markup. */
export const textOfHtml = (html: string): string =>
  html
    .replace(/<(?:br|\/p|\/div|\/li|\/h[1-6])\b[^<>]*>/gi, "\n")
    .replace(/<li\b[^<>]*>/gi, "* ")
    .replace(/<img\b[^<>]*>/gi, (image) => {
      const [, quoted = "", url = quoted] = SOURCE.exec(image) ?? [];
      return TRACKING.test(image) ? "" : link("image", url);
    })
    .replace(/<[a-z/!][^<>]*>/gi, "")
    .replace(/&(amp|lt|gt|quot|nbsp|#39|#x27);/gi, (whole, name: string) => ENTITIES[name.toLowerCase()] ?? whole)
    .replace(/\n{3,}/g, "\n\n")
    .trim();
