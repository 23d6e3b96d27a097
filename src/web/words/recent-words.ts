import { recent } from "./en/recent.ts";
import { laterWords } from "./words.ts";

/** What the list of recent conversations says. */
export const recentWords = () => laterWords("recent", recent);
