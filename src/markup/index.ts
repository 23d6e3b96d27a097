/**
 * Markup is read in two steps. The Worker parses a source, which needs nothing of the organization and may take its
 * time; the realm fills the holes at once, inside a change, with the names that it alone knows:
 *
 *     const markup = await parseMarkup(source);
 *     const { html, mentions } = fillMarkup(markup, names);
 */

export { allEmoji, currentEmojiCode, emojiCharacters, emojiCode, emojiNames } from "./data/emoji.ts";
export { alertWordsIn } from "./fill/alert-words.ts";
export { fillMarkup, type Mentions, type Rendered } from "./fill/fill-markup.ts";
export { linkifierProblem } from "./fill/linkifiers.ts";
export {
  channelLink,
  decodeNarrowValue,
  directMessageLink,
  encodeNarrowValue,
  messageLink,
  topicLink,
} from "./fill/narrow-links.ts";
export { renderInline } from "./fill/render-inline.ts";
export { type TopicLink, topicLinks } from "./fill/topic-links.ts";
export { isWebTemplate, templateVariables } from "./fill/url-template.ts";
export { htmlDiff } from "./html/html-diff.ts";
export { plainText } from "./html/plain-text.ts";
export { type CustomEmoji, type MarkupNames, noNames, type UploadPreview } from "./names.ts";
export { parseMarkup, parseMarkupNow } from "./parse/parse-markup.ts";
export type { Markup } from "./pieces.ts";
export { quoted } from "./quoted.ts";
export { packMarkup, readMarkup } from "./stored-markup.ts";
