import { emojiGlyph } from "./emoji-glyph.ts";

const ENTITIES: Readonly<Record<string, string>> = { lt: "<", gt: ">", amp: "&", quot: '"', "#39": "'", nbsp: " " };
const BLOCKS = /<\/(?:p|div|li|h\d|blockquote|pre|tr)>|<br\s*\/?>/g;
const EMOJI = /<span[^>]*class="emoji emoji-([\da-f]+(?:-[\da-f]+)*)"[^>]*>[^<]*<\/span>/g;
/** What is written twice, or is no text: the source of formulas, pictures of emoji by their names. */
const FORMULA = /<span class="katex-html"[\s\S]*?<\/span>\s*(?=<\/span>)/g;

/** The beginning of a message as plain text, in one line. */
export function excerptOf(html: string, length = 200): string {
  const text = html
    .slice(0, 20 * length)
    .replace(FORMULA, "")
    .replace(EMOJI, (_, code: string) => emojiGlyph(code))
    .replace(/<(?:img)[^>]*alt="([^"]*)"[^>]*>/g, "$1")
    .replace(BLOCKS, " ")
    .replace(/<[^>]*>?/g, "")
    .replace(/&(#?\w+);/g, (whole, name: string) => ENTITIES[name] ?? whole)
    .replace(/\s+/g, " ")
    .trim();
  return text.length > length ? `${text.slice(0, length)}…` : text;
}
