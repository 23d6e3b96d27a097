import { search } from "./en/search.ts";
import { laterWords } from "./words.ts";

/** What the search says. */
export const searchWords = () => laterWords("search", search);
