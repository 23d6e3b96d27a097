/**
 * Markup is read in two steps. The Worker parses a source, which needs nothing of the organization and may take its
 * time; the realm fills the holes at once, inside a change, with the names that it alone knows:
 *
 *     const markup = await parseMarkup(source);
 *     const { html, mentions } = fillMarkup(markup, names);
 */
export { alertWordsIn } from "./alert-words.ts";
export { allEmoji, currentEmojiCode, emojiCharacters, emojiCode, emojiNames } from "./emoji.ts";
export { fillMarkup, type Mentions, type Rendered } from "./fill-markup.ts";
export { htmlDiff } from "./html-diff.ts";
export { linkifierProblem } from "./linkifiers.ts";
export { type CustomEmoji, type MarkupNames, noNames, type UploadPreview } from "./names.ts";
export {
  channelLink,
  decodeNarrowValue,
  directMessageLink,
  encodeNarrowValue,
  messageLink,
  topicLink,
} from "./narrow-links.ts";
export { parseMarkup, parseMarkupNow } from "./parse-markup.ts";
export type { Markup } from "./pieces.ts";
export { plainText } from "./plain-text.ts";
export { renderInline } from "./render-inline.ts";
export { packMarkup, readMarkup } from "./stored-markup.ts";
export { type TopicLink, topicLinks } from "./topic-links.ts";
export { isWebTemplate, templateVariables } from "./url-template.ts";
