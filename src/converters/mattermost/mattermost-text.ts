import { Placeholders } from "../../util/placeholders.ts";
import { emojiOfShortName } from "../short-names.ts";

/** Looks up the Markdown for the names in a post. Returns undefined for unknown names. */
export interface MattermostNames {
  user(username: string): string | undefined;
  channel(name: string): string | undefined;
}

/** A code block. Without a closing fence, it extends to the end of the text. */
const FENCE = /^ {0,3}(`{3,}(?!`)|~{3,}(?!~))[^\n]*\n[\s\S]*?(?:^ {0,3}\1[`~]*[ \t]*$|(?![\s\S]))/gm;
/** Inline code. An unclosed run of backticks is read to the end of the text, so only short runs count. */
const INLINE = /(?<!`)(`{1,20})(?!`)[\s\S]*?[^`]\1(?!`)/g;
/** Links, whose URLs aren't changed. */
const LINK =
  /!?\[((?:[^[\]\n]|\[[^[\]\n]*\])*)\]\(([^()\s]*(?:\([^()\s]*\)[^()\s]*)*)(?: +"[^"\n]*")?(?: +=\d*(?:x\d*)?)?\)/g;
const ADDRESS = /https?:\/\/[^\s<>]+/g;
/** Mattermost's names have at most 64 characters. Any further characters of a match are punctuation. */
const MENTION = /(?<![\p{L}\p{N}._-])@([a-z0-9._-]{1,100})/giu;
const CHANNEL = /(?<![\p{L}\p{N}~])~([a-z0-9._-]{1,100})/giu;
const WILDCARD = /^(?:all|channel|here)$/i;
const ITALIC = /(?<![\p{L}\p{N}_*])_(?=[^\s_])([^_\n]*[^\s_]|[^\s_])_(?![\p{L}\p{N}_])/gu;
const BOLD = /(?<![\p{L}\p{N}_])__(?=\S)([^\n]{0,1000}?\S)__(?![\p{L}\p{N}_])/gu;
const EMOJI = /:([\p{L}\p{N}_+-]+):/gu;

/** Converts Mattermost's Markdown where it differs from the Markdown used here. */
export function mattermostText(text: string, names: MattermostNames): string {
  const kept = new Placeholders();
  const linked = (whole: string, name: string, known: (name: string) => string | undefined) => {
    const [found, rest] = longest(name, known) ?? [];
    return found === undefined ? whole : kept.keep(found) + rest;
  };
  const user = (name: string) => (WILDCARD.test(name) ? "@**all**" : names.user(name));
  const held = Placeholders.clean(text.replace(/\r\n?/g, "\n"))
    .replace(FENCE, (block) => kept.keep(block.replace(/^( {0,3}(?:`{3,}|~{3,}))\s*(?:la)?tex\s*$/im, "$1math")))
    .replace(INLINE, (code) => kept.keep(code))
    .replace(LINK, (_, label: string, url: string) => `[${label}]${kept.keep(`(${url})`)}`)
    .replace(ADDRESS, (url) => kept.keep(url))
    .replace(MENTION, (whole, name: string) => linked(whole, name, user))
    .replace(CHANNEL, (whole, name: string) => linked(whole, name, names.channel));
  const marked = held
    .replace(BOLD, (_, inner: string) => `**${inner}**`)
    .replace(ITALIC, (_, inner: string) => `*${inner}*`)
    .replace(EMOJI, (whole, name: string) => {
      const emoji = emojiOfShortName(name);
      return emoji === undefined ? whole : `:${emoji.emoji_name}:`;
    });
  return kept.putBack(marked);
}

/**
 * Finds the longest prefix of a name that is a known name. Returns its Markdown, and the rest, which is punctuation,
 * such as the period ending a sentence.
 */
function longest(name: string, known: (name: string) => string | undefined): readonly [string, string] | undefined {
  for (let end = name.length; end > 0; end = /[a-z0-9][._-]+$/i.test(name.slice(0, end)) ? end - 1 : 0) {
    const found = known(name.slice(0, end).toLowerCase());
    if (found !== undefined) return [found, name.slice(end)];
  }
  return undefined;
}
