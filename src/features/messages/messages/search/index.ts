/** Full-text search of messages. */

/** What is shown of the index's answer. */
export { HIGHLIGHTED, highlightMatches, withoutHighlights } from "./highlight.ts";

/** What a search asks of the index. */
export { matchOfAll, parseSearch, type SearchQuery } from "./parse-search.ts";
/** What goes into the index. */
export { searchText } from "./search-text.ts";
export { wordCount } from "./words.ts";
