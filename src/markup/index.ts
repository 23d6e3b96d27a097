export { fillMarkup, type Mentions, type Rendered } from "./fill-markup.ts";
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
export { type ParseOptions, parseMarkup } from "./parse-markup.ts";
export type { Markup } from "./pieces.ts";
