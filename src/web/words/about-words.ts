import { about } from "./en/about.ts";
import { laterWords } from "./words.ts";

/** What the page about this program says. */
export const aboutWords = () => laterWords("about", about);
