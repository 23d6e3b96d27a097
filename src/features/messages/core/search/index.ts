/** Full-text search of messages: what is indexed, how the index is queried, and how matches are highlighted. */

export { HIGHLIGHTED, highlightMatches, withoutHighlights } from "./highlight.ts";
export { mentionHtml, mentionWord } from "./mention-words.ts";
export { matchOfAll, parseSearch, type SearchQuery } from "./parse-search.ts";
export { searchText } from "./search-text.ts";
export { wordCount } from "./words.ts";
