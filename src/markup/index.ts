/**
 * Renders Markdown in Zulip's dialect to HTML in two steps. The Worker parses a source to HTML with placeholders
 * ("holes"), which needs no data of the organization and can take time. The realm fills the holes, synchronously and
 * inside a change, with names that only the realm has:
 *
 * const markup = await parseMarkup(source); const { html, mentions } = fillMarkup(markup, names);
 */

export { allEmoji, emojiCode, emojiNames } from "./data/emoji.ts";
export { htmlDiff } from "./html/html-diff.ts";
export { decodeEntities } from "./html/html-tokens.ts";
export {
  channelMarkdown,
  groupMarkdown,
  linkMarkdown,
  plainMarkdown,
  topicMarkdown,
  userMarkdown,
} from "./name-links.ts";
export { type CustomEmoji, type LinkCard, type MarkupNames, noNames, noPreviews, type UploadPreview } from "./names.ts";
export type { Markup } from "./pieces.ts";
export { quoted } from "./quoted.ts";
export { alertWordsIn } from "./render/alert-words.ts";
export { cardsHtml, fillMarkup, type Mentions, type Rendered, renderInline } from "./render/fill-markup.ts";
export { linkifierProblem, reverseTemplateProblem, type TopicLink, topicLinks } from "./render/linkifiers.ts";
export { directMessageLink, encodeNarrowValue, messageLink, topicLink as topicUrl } from "./render/narrow-links.ts";
export { vimeoId } from "./render/preview-sites.ts";
export { isWebTemplate, templateVariables } from "./render/url-template.ts";
export { packMarkup, parseMarkup, parseMarkupNow, readMarkup, withMarkup } from "./stored-markup.ts";
