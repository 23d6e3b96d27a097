export { alertWordsIn } from "./alert-words.ts";
export { allEmoji, emojiCharacters, emojiCode, emojiNames } from "./emoji.ts";
export { fillMarkup, type Mentions, type Rendered } from "./fill-markup.ts";
export { htmlDiff } from "./html-diff.ts";
export { linkifierProblem } from "./linkifiers.ts";
export {
  type CustomEmoji,
  type LinkEmbed,
  type Linkifier,
  type MarkupChannel,
  type MarkupGroup,
  type MarkupNames,
  type MarkupUser,
  noNames,
  type UploadPreview,
} from "./names.ts";
export {
  channelLink,
  decodeNarrowValue,
  directMessageLink,
  encodeNarrowValue,
  messageLink,
  topicLink,
} from "./narrow-links.ts";
export { type ParseOptions, parseMarkup, parseMarkupNow } from "./parse-markup.ts";
export type { Markup } from "./pieces.ts";
export { plainText } from "./plain-text.ts";
export { renderInline } from "./render-inline.ts";
export { type TopicLink, topicLinks } from "./topic-links.ts";
