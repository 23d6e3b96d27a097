/** Full-text search of messages: what is indexed, how the index is queried, and how matches are highlighted. */

export { HIGHLIGHTED, highlightMatches, withoutHighlights } from "./highlight.ts";
export { mentionHtml, mentionWord, searchText } from "./search-text.ts";
export { matchOfAll, parseSearch, type SearchQuery, wordCount } from "./words.ts";
