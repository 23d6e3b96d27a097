import { emojiCode, emojiCodeOf, emojiNames, emoticons } from "../data/emoji.ts";
import { element, escapeText, openTag } from "../html/html.ts";
import type { MarkupNames } from "../names.ts";
import type { TextHole } from "../pieces.ts";
import { linkifiedParts, type ReadBudget } from "./linkifiers.ts";

/**
 * An emoji candidate, following https://unicode.org/reports/tr51/#EBNF_and_Regex. Candidates that aren't in the list of
 * emoji stay text.
 */
const character = String.raw`(?:\p{RI}\p{RI}|\p{Emoji}(?:\p{EMod}|\uFE0F\u20E3?|[\u{E0020}-\u{E007E}]+\u{E007F})?)`;
const candidate = new RegExp(
  String.raw`:[\p{L}\p{M}\p{N}_+-]+:|[:;(<][)(3|/DoOpP:]|(?![\d#*](?!\uFE0F))${character}(?:\u200D${character})*`,
  "gu",
);
const hasCandidate = /[:;<(\u00a9-\u{10ffff}]|[\d#*]\uFE0F/u;
const textByDefault = /^\P{Emoji_Presentation}\u20E3?$/u;
const emoticonBoundary = /[,.;?!()[\] "'\n\t]/;

function emojiSpan(name: string, code: string): string {
  const title = name.replaceAll("_", " ");
  return element(
    "span",
    { "aria-label": title, class: `emoji emoji-${code}`, role: "img", title },
    escapeText(`:${name}:`),
  );
}

function namedEmoji(name: string, names: MarkupNames): string | undefined {
  const custom = names.customEmoji(name);
  if (custom) {
    const title = name.replaceAll("_", " ");
    return openTag("img", { alt: `:${name}:`, class: "emoji", src: custom.source_url, title });
  }
  const code = emojiCode(name);
  return code === undefined ? undefined : emojiSpan(name, code);
}

function unicodeEmoji(characters: string): string | undefined {
  if (textByDefault.test(characters)) return undefined;
  const code = emojiCodeOf(characters);
  const [name] = emojiNames(code);
  return name === undefined ? undefined : emojiSpan(name, code);
}

function emoticonEmoji(text: string, start: number, glued: boolean): string | undefined {
  const name = emoticons.get(text.slice(start, start + 2));
  const before = text[start - 1];
  const after = text[start + 2];
  if (name === undefined || (before === undefined ? glued : !emoticonBoundary.test(before))) return undefined;
  if (after !== undefined && !emoticonBoundary.test(after)) return undefined;
  const code = emojiCode(name);
  return code === undefined ? undefined : emojiSpan(name, code);
}

/** Remaining HTML characters and reads for emoji and linkifiers. Those that don't fit stay text. */
export interface HtmlBudget extends ReadBudget {
  left: number;
}

function spend(budget: HtmlBudget, html: string): boolean {
  if (html.length > budget.left) return false;
  budget.left -= html.length;
  return true;
}

function withEmoji(text: string, glued: boolean, names: MarkupNames, budget: HtmlBudget): string {
  if (!hasCandidate.test(text)) return escapeText(text);
  let html = "";
  let done = 0;
  candidate.lastIndex = 0;
  for (let found = candidate.exec(text); found; found = candidate.exec(text)) {
    const written = found[0];
    const start = found.index;
    let emoji: string | undefined;
    if (written.length === 2 && emoticons.has(written)) {
      if (names.translateEmoticons) emoji = emoticonEmoji(text, start, glued);
    } else if (written.startsWith(":") && written.length > 2) emoji = namedEmoji(written.slice(1, -1), names);
    else emoji = unicodeEmoji(written);
    if (emoji !== undefined && spend(budget, emoji)) {
      html += escapeText(text.slice(done, start)) + emoji;
      done = start + written.length;
    } else if (written.endsWith(":")) {
      // The colon that ends an unknown name may start the next one.
      candidate.lastIndex = start + written.length - 1;
    }
  }
  return html + escapeText(text.slice(done));
}

export function fillText(hole: TextHole, names: MarkupNames, budget: HtmlBudget): string {
  if (hole.inLink || names.linkifiers.length === 0) return withEmoji(hole.text, hole.glued === true, names, budget);
  let html = "";
  for (const part of linkifiedParts(hole, names.linkifiers, budget)) {
    if (part.href === undefined) html += withEmoji(part.text, part.glued === true, names, budget);
    else {
      const link = element("a", { href: part.href }, escapeText(part.text));
      html += spend(budget, link) ? link : escapeText(part.text);
    }
  }
  return html;
}
