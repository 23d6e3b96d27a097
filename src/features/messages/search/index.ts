/** Full-text search of messages: what goes into the index, what is asked of it, and what is shown of its answer. */
export { HIGHLIGHTED, highlightMatches, withoutHighlights } from "./highlight.ts";
export { matchOfAll, parseSearch, type SearchQuery } from "./parse-search.ts";
export { searchText } from "./search-text.ts";
